import { unpackContent } from '@inlet/mail'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { rawChunks } from './large-parts.ts'
import { sharedContentModel } from './large-parts-model.ts'
import { inboxIndex, type LargeParts, type MessageDoc, messageModel } from './message-model.ts'
import { unpackSummary } from './message-shapes.ts'

/** A message may have 4 MiB of bodies. */
const pageSize = 4

/** A message as it is exported, with its bodies. */
export interface ExportedMessage {
  record: ReturnType<typeof toRecord>
  /** Byte for byte as received; read as it is taken. Throws NOT_FOUND where the message is deleted meanwhile. */
  source: AsyncIterable<Uint8Array>
}

/**
 * The messages of an inbox that readers can see, oldest first, read a few at a time as they are taken; none is marked read. One that is
 * deleted meanwhile is left out.
 */
export async function* exportMessages(
  deps: Deps,
  { id: addressId, clearedBefore }: { id: string; clearedBefore: string | null },
): AsyncGenerator<ExportedMessage, void, void> {
  for (let after = clearedBefore ?? ''; ; ) {
    const visible = { addressId, _id: { $gt: after }, expiresAt: { $gt: deps.clock.now() } }
    const options = { promoteBuffers: true, hint: inboxIndex, maxTimeMS: readBudgetMs }
    const page = await messageModel.in(deps.db).find(visible, options).sort({ _id: 1 }).limit(pageSize).toArray()
    for (const message of page) {
      const parts = await largePartsOf(deps, message)
      if (parts) yield exported(deps, message, parts)
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last._id
  }
}

/** Null where the last message that shares the parts was deleted meanwhile, and so was this one. */
async function largePartsOf(deps: Deps, message: MessageDoc): Promise<LargeParts | null> {
  const { attachments, searchText, content, sourceId } = message
  if (attachments && searchText !== undefined && content) return { attachments, searchText, content }
  if (sourceId === undefined) throw new Error('The content of a message is missing')
  const options = { promoteBuffers: true, maxTimeMS: readBudgetMs }
  return await sharedContentModel.in(deps.db).findOne({ _id: sourceId }, options)
}

function exported(deps: Deps, message: MessageDoc, parts: LargeParts): ExportedMessage {
  const { textBody, htmlBody, raw } = unpackContent(parts.content)
  const record = toRecord(message, { ...parts, textBody, htmlBody })
  const { sourceId } = message
  const isApart = sourceId !== undefined && raw.length === 0
  return { record, source: isApart ? rawChunks(deps, sourceId, { from: 0, to: record.sizeBytes }) : oneByOne(raw) }
}

async function* oneByOne(piece: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield piece
}

/** Field by field, so that a new field of the database is not exported before an import knows it. */
function toRecord(
  message: MessageDoc,
  { attachments, searchText, textBody, htmlBody }: Omit<LargeParts, 'content'> & { textBody: string; htmlBody: string },
) {
  const { _id: id, isLive, receivedAt, expiresAt, isRead, otpCode, otpMeta, envelope, dedupeKey } = message
  const action = message.action ?? null
  const { fromAddr, fromName, toAddr, subject, preview, sizeBytes, tags } = unpackSummary(message.summary)
  return {
    ...{ id, isLive, receivedAt, expiresAt, isRead, otpCode, otpMeta, action },
    ...{ fromAddr, fromName, toAddr, subject, preview, sizeBytes, tags, envelope },
    dedupeKey: dedupeKey?.toString('base64') ?? null,
    attachments: attachments.map(({ index, filename, contentType, sizeBytes, contentId, isInline }) => ({
      ...{ index, filename, contentType, sizeBytes, contentId, isInline },
    })),
    ...{ searchText, textBody, htmlBody },
  }
}
