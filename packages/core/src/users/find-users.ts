import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type UserDoc, userModel } from './user-model.ts'

/** The users with these ids that exist, by id. */
export async function findUsers(deps: Deps, ids: string[]): Promise<Map<string, UserDoc>> {
  const found = await userModel
    .in(deps.db)
    .find({ _id: { $in: ids } }, { maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((user) => [user._id, user]))
}
