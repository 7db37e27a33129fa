import { type MailContent, unpackContent } from '@inlet/mail'
import { LRUCache } from 'lru-cache'
import type { Db } from 'mongodb'
import { type RecentEntries, recentEntries } from '../caching/recent-entries.ts'
import { readBudgetMs } from '../database/connect.ts'
import { type Lookup, sharedLookup } from '../database/shared-lookup.ts'
import { chunkId, rawChunkModel, sharedContentModel } from './large-parts-model.ts'
import { listItemFields, type MessageDoc, messageModel } from './message-model.ts'
import type { RememberedRows } from './page-rows.ts'

const detailFields = { ...listItemFields, serviceId: 1, sourceId: 1, action: 1, content: 1 } as const
/** A message may have 4 MiB of bodies; a small one does not wait long behind this many. */
const messagesPerQuery = 8

/** Bodies and source, unpacked at the first call, once for all readers of the same document. */
export type UnpackContent = () => MailContent

/** A message as found, before access checks. */
export interface FoundMessage {
  message: Omit<MessageDoc, 'content'>
  /** Null where the message shares its content with other copies. */
  unpack: UnpackContent | null
}

/** Look-ups that simultaneous calls share; made once for each pool of connections. */
export interface MessageLookups {
  message: Lookup<FoundMessage>
  /** By source id. */
  sharedContent: Lookup<UnpackContent>
  /** By source id: whether the shared content or the first chunk exists; the sweep removes both. */
  hasLargeParts: Lookup<boolean>
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
    hasLargeParts: sharedLookup((sourceIds) => whichHaveLargeParts(db, sourceIds)),
  }
}

function unpackOnce(content: Uint8Array): UnpackContent {
  let unpacked: MailContent | null = null
  return () => {
    unpacked ??= unpackContent(content)
    return unpacked
  }
}

async function whichHaveLargeParts(db: Db, sourceIds: string[]): Promise<Map<string, boolean>> {
  const options = { projection: { _id: 1 }, maxTimeMS: readBudgetMs } as const
  const firstChunks = sourceIds.map((sourceId) => chunkId(sourceId, 0))
  const [contents, chunks] = await Promise.all([
    sharedContentModel
      .in(db)
      .find({ _id: { $in: sourceIds } }, options)
      .toArray(),
    rawChunkModel
      .in(db)
      .find({ _id: { $in: firstChunks } }, options)
      .toArray(),
  ])
  const found = new Set([...contents, ...chunks].map(({ _id }) => _id))
  return new Map(sourceIds.map((id) => [id, found.has(id) || found.has(chunkId(id, 0))]))
}

/**
 * How many messages an address has up to an id below which no message will be added. Valid as long as the address has the same
 * `clearedBefore` and `deletions`, and none of the messages has expired.
 */
export interface RememberedCount {
  count: number
  /** When the newest of them was received; null where there are none. */
  lastAt: Date | null
  upTo: string
  /** When the first of these messages expires; null where there are none. */
  validUntil: Date | null
  countedAt: Date
  clearedBefore: string | undefined
  deletions: number | undefined
}

/** The counts that a process remembers, by address id. */
export type MessageCountCache = RecentEntries<RememberedCount>

const maxAddresses = 100_000

/** Makes the cache of a process. */
export const messageCountCache = (): MessageCountCache => recentEntries(maxAddresses)

/** The pages that a process remembers. */
export type ListedPages = RecentEntries<RememberedRows>

const listedPagesMaxBytes = 67_108_864
/** Of the objects of a row and of their copy for the response. */
const rowBytes = 1_000

/** Makes the memory of a process. */
export const listedPages = (): ListedPages =>
  new LRUCache({ maxSize: listedPagesMaxBytes, sizeCalculation: rememberedBytes })

/** Of the rows, of the text that is sent, and of what names and proves them. */
function rememberedBytes({ rows, answer }: RememberedRows, key: string): number {
  const text = JSON.stringify(rows)
  const charBytes = Buffer.byteLength(text) === text.length ? 1 : 2
  return rows.length * rowBytes + 2 * charBytes * text.length + (answer?.length ?? 0) + 2 * key.length
}
