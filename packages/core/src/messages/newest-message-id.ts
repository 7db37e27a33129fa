import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { inboxIndex, messageModel } from './message-model.ts'

/** The id of the newest message stored for an address, or null. */
export async function newestMessageId(deps: Deps, addressId: string): Promise<string | null> {
  const newest = await messageModel
    .in(deps.db)
    .findOne({ addressId }, { sort: { _id: -1 }, projection: { _id: 1 }, hint: inboxIndex, maxTimeMS: readBudgetMs })
  return newest?._id ?? null
}
