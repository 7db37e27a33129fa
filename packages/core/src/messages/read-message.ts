import type { Message } from '@inlet/contract'
import { type Caller, permitted } from '../access/caller.ts'
import { findClearedBefore } from '../addresses/find-address.ts'
import type { Deps } from '../deps.ts'
import { idIndex } from '../paging/list-newest-first.ts'
import { rawChunks, readRawChunks, type SourceRange } from './large-parts.ts'
import type { FoundMessage, UnpackContent } from './message-memory.ts'
import { type MessageDoc, messageModel } from './message-model.ts'
import { toMessage, unpackSummary } from './message-shapes.ts'

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

/** What a user needs to read a message. */
export const need = { role: 'viewer', noun: 'message' } as const

/**
 * Reads one message in full and marks it read (specification sections 3 and 4.1). A user needs the role viewer.
 * @throws NOT_FOUND also for one that is expired, cleared, or whose address is deleted; FORBIDDEN `wrong_service`
 */
export async function readMessage(deps: Deps, caller: Caller, id: string): Promise<Message> {
  const found = permitted(caller, await findVisibleMessage(deps, id), need)

  const message = toMessage({ ...found, isRead: true }, found.unpack())
  if (!found.isRead) {
    // Nothing ever resets the mark.
    const { addressId } = found
    await messageModel.in(deps.db).updateOne({ _id: id, addressId }, { $set: { isRead: true } }, { hint: idIndex })
  }
  return message
}

/** The bodies of a message, its size as it came, and whose it is. */
export interface MessageBodies extends Pick<Message, 'id' | 'textBody' | 'htmlBody' | 'sizeBytes'> {
  serviceId: string
}

/**
 * Reads the bodies of a message without marking it read. A user needs the role viewer.
 * @throws NOT_FOUND as `readMessage`; FORBIDDEN `wrong_service`
 */
export async function readBodies(deps: Deps, caller: Caller, id: string): Promise<MessageBodies> {
  const { serviceId, summary, unpack } = permitted(caller, await findVisibleMessage(deps, id), need)
  const { textBody, htmlBody } = unpack()
  return { id, serviceId, textBody, htmlBody, sizeBytes: unpackSummary(summary).sizeBytes }
}

/**
 * The source of a message, byte for byte as received, after dot-unstuffing; up to `SMTP_MAX_BYTES`. A user needs the role viewer.
 * Does not mark the message read. @throws NOT_FOUND also where the message is deleted while it is being read; FORBIDDEN `wrong_service`
 */
export async function readSource(deps: Deps, caller: Caller, id: string): Promise<Buffer> {
  const { unpack, sourceId, summary } = permitted(caller, await findVisibleMessage(deps, id), need)
  const { raw } = unpack()
  // Small sources are part of the content.
  if (raw.length > 0 || sourceId === undefined) return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  return await readRawChunks(deps, sourceId, unpackSummary(summary).sizeBytes)
}

/** The source of this message, or only the part in `range`. */
interface SourceQuery {
  id: string
  range?: SourceRange
}

/** A source, or a part of one, that is read while it is sent. */
interface OpenSource {
  sizeBytes: number
  /** None is empty. */
  pieces: AsyncIterable<Buffer>
}

/**
 * The same, or a part of it, piece by piece: each piece of a large source is read when it is asked for, so that little of it is
 * in memory. The first one is read at once. @throws as `readSource`; an iteration throws NOT_FOUND where the message is deleted meanwhile
 */
export async function openSource(deps: Deps, caller: Caller, { id, range }: SourceQuery): Promise<OpenSource> {
  const { unpack, sourceId, summary } = permitted(caller, await findVisibleMessage(deps, id), need)
  const { raw } = unpack()
  if (sourceId === undefined || raw.length > 0) {
    const { from, to } = range ?? { from: 0, to: raw.length }
    const part = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).subarray(from, to)
    return { sizeBytes: part.length, pieces: oneByOne(part.length > 0 ? [part] : []) }
  }
  const { from, to } = range ?? { from: 0, to: unpackSummary(summary).sizeBytes }
  const chunks = rawChunks(deps, sourceId, { from, to })
  const first = await chunks.next()
  return { sizeBytes: to - from, pieces: oneByOne(first.done ? [] : [first.value], chunks) }
}

async function* oneByOne(pieces: Buffer[], rest?: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  yield* pieces
  if (rest) yield* rest
}
