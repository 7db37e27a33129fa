import type { Message } from '@inlet/contract'
import { type Caller, permitted } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import { findVisibleMessage } from './find-visible-message.ts'
import { readRawChunks } from './large-parts.ts'
import { messageModel } from './message-model.ts'
import { unpackSummary } from './message-summary.ts'
import { toMessage } from './to-message.ts'

const need = { role: 'viewer', noun: 'message' } as const

/**
 * Reads one message in full and marks it read (specification sections 3 and 4.1). A user needs the role viewer.
 * @throws NOT_FOUND also for one that is expired, cleared, or whose address is deleted; FORBIDDEN `wrong_service`
 */
export async function readMessage(deps: Deps, caller: Caller, id: string): Promise<Message> {
  const found = permitted(caller, await findVisibleMessage(deps, id), need)

  const message = toMessage({ ...found, isRead: true }, found.unpack())
  if (!found.isRead) {
    // By the id alone, since a further condition costs the database a query plan; nothing ever resets the mark.
    await messageModel.in(deps.db).updateOne({ _id: id }, { $set: { isRead: true } })
  }
  return message
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
