import { dayMs } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { type UserDoc, userModel } from './user-model.ts'

const profileRetryMs = 60_000

/** The claims of a token, or of the provider's userinfo endpoint, about a person. */
export interface Identity {
  iss: string
  /** Unique for its `iss` only. */
  sub: string
  /** Folded. Null where there is no such claim: the stored value stays. */
  email: string | null
  isEmailVerified: boolean
  name: string | null
}

/**
 * The user of a token: inserted at the first call, with e-mail address and name updated from later tokens. An address that the token does
 * not call verified does not replace a verified one; only the provider's userinfo endpoint may do that.
 */
export function upsertUserFromToken(deps: Deps, identity: Identity): Promise<UserDoc> {
  return upsertUser(deps, identity, ({ isEmailVerified }) => isEmailVerified && !identity.isEmailVerified)
}

/** The same from the answer of the provider's userinfo endpoint, which replaces whatever is stored. */
export function upsertUserFromUserInfo(deps: Deps, identity: Identity): Promise<UserDoc> {
  return upsertUser(deps, identity, () => false)
}

async function upsertUser(deps: Deps, identity: Identity, keepsEmail: (stored: UserDoc) => boolean): Promise<UserDoc> {
  const users = userModel.in(deps.db)
  const { iss, sub } = identity
  const stored = await users.findOne({ iss, sub }, { maxTimeMS: readBudgetMs })
  const update = profileUpdateOf(stored && keepsEmail(stored) ? { ...identity, email: null } : identity)
  if (stored && changesNothing(stored, update)) return stored
  if (stored) {
    const updated = await users.findOneAndUpdate({ _id: stored._id }, { $set: update }, { returnDocument: 'after' })
    return updated ?? { ...stored, ...update }
  }

  try {
    return await insertUser(deps, identity)
  } catch (error) {
    if (!isDuplicateKey(error, 'iss')) throw error
    // Another process inserted the user for the same first call.
    return await upsertUser(deps, identity, keepsEmail)
  }
}

/** The user of an identity inside a transaction, stored where they have made no call yet. */
export async function findUserOrInsert(deps: Deps, tx: ClientSession, identity: Identity): Promise<UserDoc> {
  const { iss, sub } = identity
  const stored = await userModel.in(deps.db).findOne({ iss, sub }, { session: tx, maxTimeMS: readBudgetMs })
  return stored ?? (await insertUser(deps, identity, tx))
}

/** @throws the driver's duplicate-key error */
async function insertUser(deps: Deps, identity: Identity, tx?: ClientSession): Promise<UserDoc> {
  const { iss, sub } = identity
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
    ...profileUpdateOf(identity),
  }
  await userModel.in(deps.db).insertOne(user, tx ? { session: tx } : {})
  return user
}

type ProfileUpdate = Partial<Pick<UserDoc, 'email' | 'isEmailVerified' | 'name'>>

function profileUpdateOf({ email, isEmailVerified, name }: Identity): ProfileUpdate {
  return { ...(email === null ? {} : { email, isEmailVerified }), ...(name === null ? {} : { name }) }
}

function changesNothing(stored: UserDoc, { email, isEmailVerified, name }: ProfileUpdate): boolean {
  const isSameEmail = email === undefined || (stored.email === email && stored.isEmailVerified === isEmailVerified)
  return isSameEmail && (name === undefined || stored.name === name)
}

/** Reserves the userinfo request of a user that is due, for a day. @returns false where another call has reserved it */
export async function claimProfileRequest(deps: Deps, userId: string): Promise<boolean> {
  const now = deps.clock.now()
  const due = { _id: userId, profileDueAt: { $lte: now } }
  const { modifiedCount } = await userModel
    .in(deps.db)
    .updateOne(due, { $set: { profileDueAt: new Date(now.getTime() + dayMs) } })
  return modifiedCount > 0
}

/** Makes a userinfo request that failed due again in a minute. */
export async function releaseProfileRequest(deps: Deps, userId: string): Promise<void> {
  const profileDueAt = new Date(deps.clock.now().getTime() + profileRetryMs)
  await userModel.in(deps.db).updateOne({ _id: userId }, { $set: { profileDueAt } })
}
