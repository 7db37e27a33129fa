import { findClearedBefore } from '../addresses/find-address.ts'
import { readBudgetMs } from '../database/connect.ts'
import { sharedLookupIn } from '../database/shared-lookup.ts'
import type { Deps } from '../deps.ts'
import { type MessageDoc, messageModel } from './message-model.ts'
import { listItemFields } from './to-message.ts'

const detailFields = { ...listItemFields, serviceId: 1, content: 1 } as const
/** One may have 4 MiB of bodies; behind so many, a small one does not wait long. */
const messagesAtOnce = 8

// By the id alone: any further condition costs the database a plan. Who is expired is decided here.
const lookUpDetail = sharedLookupIn(async (db, ids) => {
  const found = await messageModel
    .in(db)
    .find({ _id: { $in: ids } }, { projection: detailFields, promoteBuffers: true, maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((message) => [message._id, message]))
}, messagesAtOnce)

/** The message of this id with its content; null also where it is expired, cleared away, or its address is gone. */
export async function findVisibleMessage(deps: Deps, id: string): Promise<MessageDoc | null> {
  const stored = await lookUpDetail(deps.db, id)
  if (!stored || stored.expiresAt <= deps.clock.now()) return null
  const clearedBefore = await findClearedBefore(deps, stored.addressId)
  return clearedBefore === null || id <= clearedBefore ? null : stored
}
