import { AppError, dayMs } from '@inlet/contract'
import { inlineRawMaxBytes, packContent } from '@inlet/mail'
import { MongoBulkWriteError } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { hasOnlyDuplicates } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import type { ExportedMessage } from './export-messages.ts'
import { insertLargeParts, isConfirmedTooLate, isTooLateToInsert, type LargePartsRef } from './large-parts.ts'
import { deleteCopy } from './mail-copies.ts'
import { type MessageDoc, messageModel } from './message-model.ts'
import { packSummary } from './message-shapes.ts'

/** A message of an export, and its source, which is read when it is needed. */
export interface ImportedMessage {
  record: ExportedMessage['record']
  readSource(): Promise<Buffer>
}

/** The inbox of an imported service. */
interface ImportedInbox {
  serviceId: string
  addressId: string
}

/** How many messages were stored now, were stored by an earlier run, and are not stored because their time is over. */
export interface ImportedMessages {
  stored: number
  present: number
  expired: number
}

/**
 * Stores messages of one inbox as they were, without their event for webhooks and without counting them as received. To be called with few
 * enough to be held at once. @throws CONFLICT where another record has one's id
 */
export async function importMessages(
  deps: Deps,
  inbox: ImportedInbox,
  messages: readonly ImportedMessage[],
): Promise<ImportedMessages> {
  const now = deps.clock.now()
  const unexpired = messages.filter(({ record }) => record.expiresAt > now)
  const present = await findPresent(
    deps,
    inbox,
    unexpired.map(({ record }) => record.id),
  )
  const missing = unexpired.filter(({ record }) => !present.has(record.id))
  const small: MessageDoc[] = []
  for (const message of missing) {
    const raw = await message.readSource()
    if (raw.length <= inlineRawMaxBytes) small.push(newDocument(inbox, message.record, { raw }))
    else await storeLarge(deps, inbox, { record: message.record, raw })
  }
  if (small.length > 0) await insertMissing(deps, inbox, small)
  return { stored: missing.length, present: present.size, expired: messages.length - unexpired.length }
}

async function findPresent(deps: Deps, { addressId }: ImportedInbox, ids: string[]): Promise<Set<string>> {
  const found = await messageModel
    .in(deps.db)
    .find({ _id: { $in: ids }, addressId }, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  return new Set(found.map(({ _id }) => _id))
}

/** A source that is too large for a document is written before its message, which must follow at once. */
async function storeLarge(
  deps: Deps,
  inbox: ImportedInbox,
  { record, raw }: { record: ExportedMessage['record']; raw: Buffer },
): Promise<void> {
  // A day longer than the message: the two are removed independently.
  const expiresAt = new Date(record.expiresAt.getTime() + dayMs)
  const largeParts = await insertLargeParts(deps, { serviceId: inbox.serviceId, raw, shared: null, expiresAt })
  if (isTooLateToInsert(deps, largeParts)) throw tooSlow()
  const document = newDocument(inbox, record, { raw: Buffer.alloc(0), largeParts })
  await insertMissing(deps, inbox, [document])
  if (!isConfirmedTooLate(deps, largeParts)) return
  // The sweep may have removed the source before its message was there.
  await deleteCopy(deps, document)
  throw tooSlow()
}

const tooSlow = () =>
  new AppError('SERVICE_UNAVAILABLE', 'The database is too slow to store a large mail: run the import again')

/** Those that another process has stored meanwhile are no conflict. */
async function insertMissing(deps: Deps, inbox: ImportedInbox, documents: MessageDoc[]): Promise<void> {
  try {
    await messageModel.in(deps.db).insertMany(documents, { ordered: false })
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError && hasOnlyDuplicates(error))) throw error
    const ids = documents.map(({ _id }) => _id)
    const present = await findPresent(deps, inbox, ids)
    const [taken] = ids.filter((id) => !present.has(id))
    if (taken !== undefined)
      throw new AppError('CONFLICT', `This installation has another message with the id ${taken}, or a copy of it`)
  }
}

function newDocument(
  { serviceId, addressId }: ImportedInbox,
  record: ExportedMessage['record'],
  { raw, largeParts }: { raw: Buffer; largeParts?: LargePartsRef },
): MessageDoc {
  const { id, isLive, receivedAt, expiresAt, isRead, otpCode, otpMeta, action, envelope, dedupeKey } = record
  const { attachments, searchText, textBody, htmlBody } = record
  return {
    _id: id,
    addressId,
    serviceId,
    isLive,
    expiresAt,
    isRead,
    otpCode,
    receivedAt,
    summary: packSummary(record),
    ...(dedupeKey !== null && { dedupeKey: Buffer.from(dedupeKey, 'base64') }),
    otpMeta,
    ...(action && { action }),
    envelope,
    isImported: true,
    ...(largeParts && { sourceId: largeParts.sourceId }),
    attachments,
    searchText,
    content: packContent({ textBody, htmlBody, raw }),
  }
}
