import { decodeTime, encodeTime } from 'ulid'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { inboxIndex, messageModel } from './message-model.ts'

const lowestRandom = '0'.repeat(16)

/** The lowest message id of a moment: every message received later is above it, since its id is generated after that. */
export const positionAt = (moment: Date): string => encodeTime(Math.max(0, moment.getTime())) + lowestRandom

/** The position `ms` before a message id. Ids of different processes may sort either way within the difference of their clocks. */
export function positionBefore(id: string, ms: number): string {
  return positionAt(new Date(decodeTime(id) - ms))
}

/** The id of the newest message stored for an address, or null. */
export async function newestMessageId(deps: Deps, addressId: string): Promise<string | null> {
  const newest = await messageModel
    .in(deps.db)
    .findOne({ addressId }, { sort: { _id: -1 }, projection: { _id: 1 }, hint: inboxIndex, maxTimeMS: readBudgetMs })
  return newest?._id ?? null
}
