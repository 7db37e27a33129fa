import { AppError, foldEmail, type Role } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { OperatorCaller } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { isDuplicateKey } from '../database/faults.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { inviteInTransaction } from '../members/invite-member.ts'
import { type AccountDoc, accountModel } from './account-model.ts'

interface NewAccount {
  email: string
  passwordHash: string
  name?: string | null
  /** True where the caller knows that the address is this person's: an operator, or a confirmed link. */
  isEmailVerified: boolean
}

/**
 * Stores an account of the embedded provider, without permission check or audit entry.
 * @throws BAD_REQUEST `invalid_email`; CONFLICT `email_taken` where the address has an account
 */
export async function insertAccount(deps: Deps, input: NewAccount, tx?: ClientSession): Promise<AccountDoc> {
  const email = foldEmail(input.email.trim())
  if (email === null) {
    throw AppError.of('invalid_email')
  }
  const now = deps.clock.now()
  const account: AccountDoc = {
    _id: deps.newId(),
    email,
    passwordHash: input.passwordHash,
    name: input.name ?? null,
    isEmailVerified: input.isEmailVerified,
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

/** A new account, and the role that it is invited to in a service. */
type CreateAccountInput = NewAccount & { invitation: { serviceId: string; role: Role } | null }

/** The new account and its role in the service; `isNew` is false for a role that its address had before. */
interface CreatedAccount {
  account: AccountDoc
  invitation: { role: Role; isNew: boolean } | null
}

/**
 * Creates an account for the operator, with its invitation and the audit entries of both, in one transaction. An address that is a
 * member already, or invited, keeps its role.
 * @throws BAD_REQUEST `invalid_email`; CONFLICT `email_taken`; NOT_FOUND where there is no such service
 */
export function createAccount(
  deps: Deps,
  caller: OperatorCaller,
  { invitation, ...input }: CreateAccountInput,
): Promise<CreatedAccount> {
  return inTransaction(deps.db, async (tx) => {
    const account = await insertAccount(deps, input, tx)
    const { _id: id, email } = account
    const target = { kind: 'account', id, name: email } as const
    await recordAudit(deps, tx, { caller, serviceId: null, action: 'account.created', target })
    if (!invitation) return { account, invitation: null }

    const { member, isNew } = await inviteInTransaction(deps, tx, { ...invitation, caller, email })
    return { account, invitation: { role: member.role, isNew } }
  })
}
