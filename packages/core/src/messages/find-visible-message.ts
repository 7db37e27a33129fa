import { type MailContent, unpackContent } from '@inlet/mail'
import type { Db } from 'mongodb'
import { findClearedBefore } from '../addresses/find-address.ts'
import { readBudgetMs } from '../database/connect.ts'
import { type Lookup, sharedLookup } from '../database/shared-lookup.ts'
import type { Deps } from '../deps.ts'
import { sharedContentModel } from './large-parts-model.ts'
import { listItemFields, type MessageDoc, messageModel } from './message-model.ts'

const detailFields = { ...listItemFields, serviceId: 1, sourceId: 1, content: 1 } as const
/** A message may have 4 MiB of bodies; a small one does not wait long behind this many. */
const messagesPerQuery = 8

/** Bodies and source, unpacked at the first call, once for all readers of the same document. */
type UnpackContent = () => MailContent

interface FoundMessage {
  message: Omit<MessageDoc, 'content'>
  /** Null where the message shares its content with other copies. */
  unpack: UnpackContent | null
}

/** Look-ups that simultaneous calls share; made once for each pool of connections. */
export interface MessageLookups {
  message: Lookup<FoundMessage>
  /** By source id. */
  sharedContent: Lookup<UnpackContent>
}

/** Makes the look-ups of a process. */
export function messageLookups(db: Db): MessageLookups {
  const options = { promoteBuffers: true, maxTimeMS: readBudgetMs } as const
  return {
    // By the id alone: any further condition costs the database a query plan. Expiry is checked by the caller.
    message: sharedLookup(async (ids) => {
      const filter = { _id: { $in: ids } }
      const found = await messageModel
        .in(db)
        .find(filter, { ...options, projection: detailFields })
        .toArray()
      return new Map(
        found.map(({ content, ...message }) => [
          message._id,
          { message, unpack: content ? unpackOnce(content) : null },
        ]),
      )
    }, messagesPerQuery),
    sharedContent: sharedLookup(async (sourceIds) => {
      const filter = { _id: { $in: sourceIds } }
      const found = await sharedContentModel
        .in(db)
        .find(filter, { ...options, projection: { content: 1 } })
        .toArray()
      return new Map(found.map(({ _id, content }) => [_id, unpackOnce(content)]))
    }, messagesPerQuery),
  }
}

function unpackOnce(content: Uint8Array): UnpackContent {
  let unpacked: MailContent | null = null
  return () => {
    unpacked ??= unpackContent(content)
    return unpacked
  }
}

/** A message that readers can see. @throws, from `unpack`, where its content is damaged */
export interface VisibleMessage extends Omit<MessageDoc, 'content'> {
  unpack: UnpackContent
}

/** The message of this id with its content; null also where it is expired, cleared, or its address is deleted. */
export async function findVisibleMessage(deps: Deps, id: string): Promise<VisibleMessage | null> {
  const found = await deps.lookups.message(id)
  if (!found || found.message.expiresAt <= deps.clock.now()) return null
  const clearedBefore = await findClearedBefore(deps, found.message.addressId)
  return clearedBefore === null || id <= clearedBefore ? null : await withContent(deps, found)
}

/** Null where the last message that shares the content was deleted meanwhile, and so was this one. */
async function withContent(deps: Deps, { message, unpack }: FoundMessage): Promise<VisibleMessage | null> {
  if (unpack) return { ...message, unpack }
  const shared = message.sourceId === undefined ? null : await deps.lookups.sharedContent(message.sourceId)
  if (shared) return { ...message, unpack: shared }
  if (await deps.lookups.message(message._id)) throw new Error('The content of a message is missing')
  return null
}
