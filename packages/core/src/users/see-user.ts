import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/faults.ts'
import type { Deps } from '../deps.ts'
import { type UserDoc, userModel } from './user-model.ts'

/** What a token, or the provider's user info, says of a person. */
export interface Identity {
  iss: string
  sub: string
  /** Null where it is not told: then what was known stays. */
  email: string | null
  isEmailVerified: boolean
  name: string | null
}

/**
 * The user behind a token: made at the first call, whichever process takes it, with e-mail address and name kept fresh. An address that a
 * token does not call verified does not take the place of one that is: that is for the provider to say, once it is asked.
 */
export function seeUser(deps: Deps, identity: Identity): Promise<UserDoc> {
  return see(deps, identity, ({ isEmailVerified }) => isEmailVerified && !identity.isEmailVerified)
}

/** The same for what the provider answered when it was asked, which counts whatever was known. */
export function seeProfile(deps: Deps, identity: Identity): Promise<UserDoc> {
  return see(deps, identity, () => false)
}

async function see(deps: Deps, identity: Identity, keepsEmail: (known: UserDoc) => boolean): Promise<UserDoc> {
  const users = userModel.in(deps.db)
  const { iss, sub } = identity
  const known = await users.findOne({ iss, sub }, { maxTimeMS: readBudgetMs })
  const told = toldBy(known && keepsEmail(known) ? { ...identity, email: null } : identity)
  if (known && isSame(known, told)) return known
  if (known) {
    const fresh = await users.findOneAndUpdate({ _id: known._id }, { $set: told }, { returnDocument: 'after' })
    return fresh ?? { ...known, ...told }
  }

  const now = deps.clock.now()
  const user: UserDoc = {
    _id: deps.newId(),
    iss,
    sub,
    email: null,
    isEmailVerified: false,
    name: null,
    createdAt: now,
    profileDueAt: now,
    ...told,
  }
  try {
    await users.insertOne(user)
    return user
  } catch (error) {
    if (!isDuplicateKey(error, 'iss')) throw error
    // Another process had the same first call, and was quicker.
    return await see(deps, identity, keepsEmail)
  }
}

type Told = Partial<Pick<UserDoc, 'email' | 'isEmailVerified' | 'name'>>

function toldBy({ email, isEmailVerified, name }: Identity): Told {
  return { ...(email === null ? {} : { email, isEmailVerified }), ...(name === null ? {} : { name }) }
}

function isSame(known: UserDoc, { email, isEmailVerified, name }: Told): boolean {
  const isSameEmail = email === undefined || (known.email === email && known.isEmailVerified === isEmailVerified)
  return isSameEmail && (name === undefined || known.name === name)
}
