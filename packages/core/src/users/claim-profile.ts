import type { Deps } from '../deps.ts'
import { userModel } from './user-model.ts'

const dayMs = 86_400_000
const retryMs = 60_000

/** Takes a user's due question to the provider upon itself, for a day. @returns false where another call has done so */
export async function claimProfile(deps: Deps, userId: string): Promise<boolean> {
  const now = deps.clock.now()
  const due = { _id: userId, profileDueAt: { $lte: now } }
  const { modifiedCount } = await userModel
    .in(deps.db)
    .updateOne(due, { $set: { profileDueAt: new Date(now.getTime() + dayMs) } })
  return modifiedCount > 0
}

/** Gives the question back: it was not answered, and is due again in a minute. */
export async function releaseProfile(deps: Deps, userId: string): Promise<void> {
  const profileDueAt = new Date(deps.clock.now().getTime() + retryMs)
  await userModel.in(deps.db).updateOne({ _id: userId }, { $set: { profileDueAt } })
}
