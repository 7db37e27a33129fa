import { inlineRawMaxBytes, type PackedMail } from '@inlet/mail'
import { findClearedBefore } from '../addresses/find-address.ts'
import type { Recipient } from '../addresses/resolve-recipient.ts'
import { findLeaving } from '../addresses/touch-addresses.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { enqueueSourceSweep } from '../sweep-orders/enqueue-sweep.ts'
import { insertLargeParts } from './large-parts.ts'
import { type MailEnvelope, type MessageDoc, messageModel } from './message-model.ts'
import { attachmentBytes, dedupeKey, type IncomingMessage, largePartsOf, messageExpiry } from './new-message.ts'

/** Sharing begins where it saves this many bytes: below it, another write costs more than the copies. */
const sharedFromBytes = 16 * 1024

/** One mail as it was received, and its recipients. */
export interface MailOfCopies {
  parsed: PackedMail
  envelope: MailEnvelope
  raw: Buffer
  recipients: Recipient[]
  /** Called with the bytes that the driver has allocated and released. */
  onGarbage?: (bytes: number) => void
}

/**
 * Stores what the copies of a mail in one service share, and a source that is too large for a document, before the messages that name
 * them; a small mail for one recipient has neither. A retry writes nothing for copies that are stored already.
 * @returns for each recipient the copy to be stored, or `duplicate` where it is stored already
 */
export async function prepareCopies(deps: Deps, mail: MailOfCopies): Promise<(IncomingMessage | 'duplicate')[]> {
  const copies = new Map<Recipient, IncomingMessage | 'duplicate'>()
  for (const recipients of Map.groupBy(mail.recipients, ({ domain }) => domain.serviceId).values()) {
    for (const [recipient, copy] of await copiesInService(deps, { ...mail, recipients })) copies.set(recipient, copy)
  }
  return mail.recipients.map((recipient) => copies.get(recipient) ?? plainCopy(mail, recipient))
}

const plainCopy = ({ parsed, envelope }: MailOfCopies, recipient: Recipient): IncomingMessage => ({
  recipient,
  mail: { parsed, envelope },
})

async function copiesInService(
  deps: Deps,
  mail: MailOfCopies,
): Promise<[recipient: Recipient, copy: IncomingMessage | 'duplicate'][]> {
  const { recipients, parsed } = mail
  if (!needsLargeParts(mail, recipients.length))
    return recipients.map((recipient) => [recipient, plainCopy(mail, recipient)])

  const stored = await findStoredCopies(deps, recipients, parsed.digest)
  const missing = recipients.filter((recipient) => !stored.has(recipient))
  const apart = needsLargeParts(mail, missing.length) ? { largeParts: await insertFor(deps, mail, missing) } : {}
  return recipients.map((recipient) => {
    if (stored.has(recipient)) return [recipient, 'duplicate']
    const copy = plainCopy(mail, recipient)
    return [recipient, { ...copy, mail: { ...copy.mail, ...apart } }]
  })
}

function insertFor(deps: Deps, { parsed, raw, onGarbage }: MailOfCopies, recipients: Recipient[]) {
  // A day longer than the last of its messages, which get their time later, when they are committed.
  const retentionDays = Math.max(...recipients.map((recipient) => recipient.retentionDays)) + 1
  return insertLargeParts(deps, {
    serviceId: recipients[0]?.domain.serviceId ?? '',
    raw,
    shared: isWorthSharing(parsed, recipients.length) ? largePartsOf(parsed) : null,
    expiresAt: messageExpiry(deps.clock.now(), retentionDays),
    onGarbage,
  })
}

const needsLargeParts = ({ parsed, raw }: MailOfCopies, copies: number) =>
  copies > 0 && (raw.length > inlineRawMaxBytes || isWorthSharing(parsed, copies))

function isWorthSharing({ content, searchText, attachments }: PackedMail, copies: number): boolean {
  const bytes = content.length + searchText.length + attachmentBytes * attachments.length
  return (copies - 1) * bytes >= sharedFromBytes
}

type StoredCopy = Pick<MessageDoc, '_id' | 'addressId' | 'expiresAt' | 'sourceId'>

/**
 * The recipients for whom a copy of this mail counts as stored, by majority reads: for these a retry has nothing to do. None where the
 * mail has no digest.
 */
async function findStoredCopies(deps: Deps, recipients: Recipient[], digest: Buffer | null): Promise<Set<Recipient>> {
  const copies = recipients.flatMap((recipient) => {
    if (digest === null || recipient.addressId === null) return []
    return [{ recipient, addressId: recipient.addressId, dedupeKey: dedupeKey(recipient.toAddr, digest) }]
  })
  if (copies.length === 0) return new Set()

  const found = await messageModel
    .in(deps.db)
    .find(
      { $or: copies.map(({ addressId, dedupeKey: key }) => ({ addressId, dedupeKey: key })) },
      {
        projection: { addressId: 1, dedupeKey: 1, expiresAt: 1, sourceId: 1 },
        promoteBuffers: true,
        maxTimeMS: readBudgetMs,
      },
    )
    .toArray()
  if (found.length === 0) return new Set()

  const stored = await Promise.all(found.map((message) => countsAsStored(deps, message)))
  const leaving = await findLeaving(
    deps,
    found.map(({ addressId }) => addressId),
  )
  const kept = found.filter(({ addressId }, index) => stored[index] && !leaving.has(addressId))
  const keys = new Set(kept.map((message) => message.dedupeKey?.toString('hex')))
  return new Set(copies.filter((copy) => keys.has(copy.dedupeKey.toString('hex'))).map(({ recipient }) => recipient))
}

/**
 * Deletes the stored duplicate of a message where it does not count as stored: it is expired or cleared and not swept yet, or its large
 * parts are missing. @returns whether the message can be inserted again
 */
export async function deleteHiddenDuplicate(deps: Deps, { addressId, dedupeKey }: MessageDoc): Promise<boolean> {
  const messages = messageModel.in(deps.db)
  const projection = { addressId: 1, expiresAt: 1, sourceId: 1 } as const
  const duplicate = await messages.findOne({ addressId, dedupeKey }, { projection, maxTimeMS: readBudgetMs })
  if (!duplicate) return true
  if (await countsAsStored(deps, duplicate)) return false

  await deleteCopy(deps, duplicate)
  return true
}

/** Deletes a copy that was never acknowledged, or that no reader can see; its large parts are left to the sweep. */
export async function deleteCopy(deps: Deps, copy: Pick<MessageDoc, '_id' | 'addressId' | 'sourceId'>): Promise<void> {
  const { _id, addressId, sourceId } = copy
  await inTransaction(deps.db, async (tx) => {
    const { deletedCount } = await messageModel.in(deps.db).deleteOne({ _id, addressId }, { session: tx })
    if (deletedCount > 0 && sourceId !== undefined) await enqueueSourceSweep(deps, [sourceId], { tx })
  })
}

/** Whether readers can see a message, and its large parts are there. */
async function countsAsStored(deps: Deps, message: StoredCopy): Promise<boolean> {
  if (await isHidden(deps, message)) return false
  return message.sourceId === undefined || (await deps.lookups.hasLargeParts(message.sourceId)) === true
}

/** Whether a message is expired, cleared, or its address is deleted. */
async function isHidden(deps: Deps, { _id, addressId, expiresAt }: StoredCopy): Promise<boolean> {
  if (expiresAt <= deps.clock.now()) return true
  const clearedBefore = await findClearedBefore(deps, addressId)
  return clearedBefore === null || _id <= clearedBefore
}
