import { createHash } from 'node:crypto'
import { tagPattern } from '@inlet/contract'
import type { ParsedMail } from '@inlet/mail'
import type { Recipient } from '../addresses/resolve-recipient.ts'
import type { Deps } from '../deps.ts'
import type { MailEnvelope, MessageDoc } from './message-model.ts'

const dayMs = 86_400_000

/** A mail on its way to one recipient. */
export interface IncomingMessage {
  recipient: Recipient
  mail: IncomingMail
}

/** A mail as it was received and understood, shared by all its recipients. */
export interface IncomingMail {
  parsed: ParsedMail
  envelope: MailEnvelope
  /** The bytes themselves, or where `storeRawSource` put them. */
  source: { raw: Buffer } | { sourceId: string }
}

/** When a message that is received now expires: whole days later, to the millisecond. */
export const messageExpiry = (receivedAt: Date, retentionDays: number): Date =>
  new Date(receivedAt.getTime() + retentionDays * dayMs)

/** The document of a message that is received at this moment; small fields first, since lists read no further. */
export function newMessage(
  deps: Deps,
  incoming: IncomingMessage,
  { addressId, receivedAt }: Pick<MessageDoc, 'addressId' | 'receivedAt'>,
): MessageDoc {
  const { recipient, mail } = incoming
  const { parsed } = mail
  return {
    _id: deps.newMessageId(),
    addressId,
    serviceId: recipient.domain.serviceId,
    isLive: recipient.isLive,
    fromAddr: parsed.fromAddr,
    fromName: parsed.fromName,
    toAddr: recipient.toAddr,
    subject: parsed.subject,
    preview: parsed.preview,
    sizeBytes: parsed.sizeBytes,
    isRead: false,
    otpCode: parsed.otpCode,
    tags: tagsFor(parsed.tags, recipient.detail),
    receivedAt,
    expiresAt: messageExpiry(receivedAt, recipient.retentionDays),
    createdAt: receivedAt,
    ...(parsed.digest ? { dedupeKey: dedupeKey(recipient.toAddr, parsed.digest) } : {}),
    otpMeta: parsed.otpMeta,
    envelope: mail.envelope,
    attachments: parsed.attachments,
    ...('sourceId' in mail.source ? { sourceId: mail.source.sourceId } : {}),
    searchText: parsed.searchText,
    textBody: parsed.textBody,
    htmlBody: parsed.htmlBody,
    ...('raw' in mail.source ? { raw: mail.source.raw } : {}),
  }
}

function tagsFor(tags: string[], detail: string | null): string[] {
  const plus = `plus:${detail}`
  const isFitting = detail !== null && tagPattern.test(detail) && tagPattern.test(plus)
  return isFitting ? [...tags, plus].sort() : tags
}

function dedupeKey(toAddr: string, digest: Uint8Array): Buffer {
  return createHash('sha256').update(toAddr).update('\0').update(digest).digest()
}
