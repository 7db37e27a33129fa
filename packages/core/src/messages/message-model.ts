import type { MailFacts } from '@inlet/mail'
import { defineModel } from '../database/model.ts'

/** What the SMTP transaction said, which no header may contradict. */
export interface MailEnvelope {
  mailFrom: string
  clientIp: string
  helo: string
  isTls: boolean
}

/** One mail for one recipient, whole: what lists show first, what is large last. */
export interface MessageDoc {
  /** Minted when its batch is sent: within one process the order of ids is the order of commit. */
  _id: string
  addressId: string
  serviceId: string
  isLive: boolean
  expiresAt: Date
  isRead: boolean
  otpCode: string | null
  receivedAt: Date
  /** As `packSummary` made it. */
  summary: string
  /** SHA-256 over recipient with detail, Message-ID and bytes; absent where the mail has no Message-ID. */
  dedupeKey?: Buffer
  /** Set where a webhook waits to hear of the message, until its deliveries are made. */
  pendingEvent?: true
  otpMeta: MailFacts['otpMeta']
  envelope: MailEnvelope
  attachments: MailFacts['attachments']
  /** Names the raw source in `rawChunks`, where it is too large to stand in `content`. */
  sourceId?: string
  /** Subject and visible text, folded: what `q` looks through. */
  searchText: string
  /** Bodies and source, as `packContent` made it; the source lies in `rawChunks` where there is a `sourceId`. */
  content: Uint8Array
}

/** What lists show of a message beside its ids. */
export const shownFields = { expiresAt: 1, isRead: 1, otpCode: 1, receivedAt: 1, summary: 1 } as const

/**
 * One inbox, newest first, with all that its lists show: a page is one place in this index, where its documents lie as far from each
 * other as their mails came.
 */
export const inboxIndex = { addressId: 1, _id: -1, ...shownFields } as const

/** Which messages still name a large raw source; small, since few mails have one. */
export const sourceIndex = { sourceId: 1 } as const

/** The collection of messages. */
export const messageModel = defineModel<MessageDoc>({
  name: 'messages',
  // What is large in a message is compressed already; so a page holds few messages, and one of them is read without the others.
  compressor: 'none',
  indexes: [
    { key: inboxIndex },
    { key: sourceIndex, partialFilterExpression: { sourceId: { $exists: true } } },
    // Cleans up what readers have not seen since that very moment.
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    // A retry of a mail whose 250 was lost; begins with the key that a sharded cluster would use.
    { key: { addressId: 1, dedupeKey: 1 }, unique: true, partialFilterExpression: { dedupeKey: { $exists: true } } },
  ],
})
