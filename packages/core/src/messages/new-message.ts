import { hash } from 'node:crypto'
import { dayMs } from '@inlet/contract'
import type { PackedMail } from '@inlet/mail'
import type { Recipient } from '../addresses/resolve-recipient.ts'
import type { Deps } from '../deps.ts'
import type { LargePartsRef } from './large-parts.ts'
import type { LargeParts, MailEnvelope, MessageDoc } from './message-model.ts'
import { packSummary } from './message-shapes.ts'
import { plusTag } from './plus-tag.ts'

/**
 * Estimated bytes of one attachment in a document: about 100 for field names and numbers, and the rest for file name, type and content
 * id, each at most 255 characters and mostly far fewer.
 */
export const attachmentBytes = 600

/** A mail on its way to one recipient. */
export interface IncomingMessage {
  recipient: Recipient
  mail: IncomingMail
}

/** A mail as it was received and parsed, the same for all its recipients. */
export interface IncomingMail {
  parsed: PackedMail
  envelope: MailEnvelope
  /** Set by `prepareCopies` where the large parts are stored apart: too large for a document, or shared by copies. */
  largeParts?: LargePartsRef
}

/** When a message that is received now expires: whole days later, to the millisecond. */
export const messageExpiry = (receivedAt: Date, retentionDays: number): Date =>
  new Date(receivedAt.getTime() + retentionDays * dayMs)

/** The document of a message that is received at `receivedAt`. */
export function newMessage(
  deps: Deps,
  incoming: IncomingMessage,
  { addressId, receivedAt, receiver }: { addressId: string; receivedAt: Date; receiver: string },
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
    ...(isReported(recipient, parsed) ? { pendingEvent: true } : {}),
    ...(parsed.digest ? { dedupeKey: dedupeKey(recipient.toAddr, parsed.digest) } : {}),
    otpMeta: parsed.otpMeta,
    ...(parsed.action ? { action: parsed.action } : {}),
    envelope: mail.envelope,
    receiver,
    ...(mail.largeParts ? { sourceId: mail.largeParts.sourceId } : {}),
    ...(mail.largeParts?.sharesContent ? {} : largePartsOf(parsed)),
  }
}

/** The parts of a mail that are stored once for several copies, or in the document of a single one. */
export function largePartsOf({ attachments, searchText, content }: PackedMail): LargeParts {
  return { attachments, searchText, content }
}

/** Whether an enabled webhook wants this mail to be reported, by what was looked up with its recipient. */
function isReported({ reports }: Recipient, { otpCode }: PackedMail): boolean {
  return reports === 'all' || (reports === 'codes' && otpCode !== null)
}

function tagsFor(tags: string[], detail: string | null): string[] {
  const plus = detail === null ? null : plusTag(detail)
  return plus === null ? tags : [...tags, plus].sort()
}

/** Identifies a mail for a recipient, so that a retry is recognised. */
export function dedupeKey(toAddr: string, digest: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(`${toAddr}\0`), digest]), 'buffer')
}
