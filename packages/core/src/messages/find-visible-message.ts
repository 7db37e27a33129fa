import { findClearedBefore } from '../addresses/find-address.ts'
import { readBudgetMs } from '../database/connect.ts'
import { sharedLookupIn } from '../database/shared-lookup.ts'
import type { Deps } from '../deps.ts'
import { type LargeParts, type MessageDoc, messageModel } from './message-model.ts'
import { sharedContentModel } from './shared-content-model.ts'
import { listItemFields } from './to-message.ts'

const detailFields = { ...listItemFields, serviceId: 1, sourceId: 1, content: 1 } as const
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

const lookUpShared = sharedLookupIn(async (db, sourceIds) => {
  const found = await sharedContentModel
    .in(db)
    .find({ _id: { $in: sourceIds } }, { projection: { content: 1 }, promoteBuffers: true, maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((shared) => [shared._id, shared]))
}, messagesAtOnce)

type VisibleMessage = MessageDoc & Pick<LargeParts, 'content'>

/** The message of this id with its content; null also where it is expired, cleared away, or its address is gone. */
export async function findVisibleMessage(deps: Deps, id: string): Promise<VisibleMessage | null> {
  const stored = await lookUpDetail(deps.db, id)
  if (!stored || stored.expiresAt <= deps.clock.now()) return null
  const clearedBefore = await findClearedBefore(deps, stored.addressId)
  return clearedBefore === null || id <= clearedBefore ? null : await withContent(deps, stored)
}

/** Null where the last message that shares this content has been deleted meanwhile, and this one with it. */
async function withContent(deps: Deps, stored: MessageDoc): Promise<VisibleMessage | null> {
  const { content, sourceId } = stored
  if (content) return { ...stored, content }
  const shared = sourceId === undefined ? null : await lookUpShared(deps.db, sourceId)
  if (shared) return { ...stored, content: shared.content }
  if (await lookUpDetail(deps.db, stored._id)) throw new Error('The content of a message is missing')
  return null
}
