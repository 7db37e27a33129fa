import { AppError, foldEmail } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { isDuplicateKey } from '../database/faults.ts'
import type { Deps } from '../deps.ts'
import { type AccountDoc, accountModel } from './account-model.ts'

/** An account before it is stored. */
export interface NewAccount {
  email: string
  passwordHash: string
  name?: string | null
  /** Whoever creates it knows that the address is this person's: an operator, or a confirmed link. */
  isEmailVerified: boolean
}

/**
 * Stores an account for the embedded provider, and asks nobody.
 * @throws BAD_REQUEST `invalid_email`; CONFLICT `email_taken` where there is one with this address
 */
export async function insertAccount(deps: Deps, wish: NewAccount, tx?: ClientSession): Promise<AccountDoc> {
  const email = foldEmail(wish.email.trim())
  if (email === null) {
    throw AppError.of('invalid_email')
  }
  const now = deps.clock.now()
  const account: AccountDoc = {
    _id: deps.newId(),
    email,
    passwordHash: wish.passwordHash,
    name: wish.name ?? null,
    isEmailVerified: wish.isEmailVerified,
    createdAt: now,
    disabledAt: null,
    tokensValidFrom: new Date(Math.floor(now.getTime() / 1000) * 1000),
  }
  try {
    await accountModel.in(deps.db).insertOne(account, tx ? { session: tx } : {})
    return account
  } catch (error) {
    if (!isDuplicateKey(error, 'email')) throw error
    throw AppError.of('email_taken')
  }
}
