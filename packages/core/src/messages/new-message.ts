import { createHash } from 'node:crypto'
import { tagPattern } from '@inlet/contract'
import type { PackedMail } from '@inlet/mail'
import type { Recipient } from '../addresses/resolve-recipient.ts'
import type { Deps } from '../deps.ts'
import type { LargeParts, MailEnvelope, MessageDoc } from './message-model.ts'
import { packSummary } from './message-summary.ts'
import type { PlacedApart } from './place-apart.ts'

const dayMs = 86_400_000

/**
 * What a document has of one attachment, in bytes, as an estimate: about 100 for field names and numbers, and the rest for file name,
 * type and content id, of which each has at most 255 characters and most have far fewer.
 */
export const attachmentBytes = 600

/** A mail on its way to one recipient. */
export interface IncomingMessage {
  recipient: Recipient
  mail: IncomingMail
}

/** A mail as it was received and understood, shared by all its recipients. */
export interface IncomingMail {
  parsed: PackedMail
  envelope: MailEnvelope
  /** Where `prepareCopies` has put what is large, if it is too large for a document or shared by copies. */
  apart?: PlacedApart
}

/** When a message that is received now expires: whole days later, to the millisecond. */
export const messageExpiry = (receivedAt: Date, retentionDays: number): Date =>
  new Date(receivedAt.getTime() + retentionDays * dayMs)

/** The document of a message that is received at this moment. */
export function newMessage(
  deps: Deps,
  incoming: IncomingMessage,
  { addressId, receivedAt }: { addressId: string; receivedAt: Date },
): MessageDoc {
  const { recipient, mail } = incoming
  const { parsed } = mail
  return {
    _id: deps.newMessageId(),
    addressId,
    serviceId: recipient.domain.serviceId,
    isLive: recipient.isLive,
    expiresAt: messageExpiry(receivedAt, recipient.retentionDays),
    isRead: false,
    otpCode: parsed.otpCode,
    receivedAt,
    summary: packSummary({
      fromAddr: parsed.fromAddr,
      fromName: parsed.fromName,
      toAddr: recipient.toAddr,
      subject: parsed.subject,
      preview: parsed.preview,
      sizeBytes: parsed.sizeBytes,
      tags: tagsFor(parsed.tags, recipient.detail),
    }),
    ...(parsed.digest ? { dedupeKey: dedupeKey(recipient.toAddr, parsed.digest) } : {}),
    otpMeta: parsed.otpMeta,
    envelope: mail.envelope,
    ...(mail.apart ? { sourceId: mail.apart.sourceId } : {}),
    ...(mail.apart?.sharesContent ? {} : largePartsOf(parsed)),
  }
}

/** Of a mail what is stored once for several copies, or in the document of the only one. */
export function largePartsOf({ attachments, searchText, content }: PackedMail): LargeParts {
  return { attachments, searchText, content }
}

function tagsFor(tags: string[], detail: string | null): string[] {
  const plus = `plus:${detail}`
  const isFitting = detail !== null && tagPattern.test(detail) && tagPattern.test(plus)
  return isFitting ? [...tags, plus].sort() : tags
}

/** By which a retry of the mail with this digest to this recipient is known. */
export function dedupeKey(toAddr: string, digest: Uint8Array): Buffer {
  return createHash('sha256').update(toAddr).update('\0').update(digest).digest()
}
