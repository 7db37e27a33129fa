import type { MailFacts } from '@inlet/mail'
import { defineModel } from '../database/model.ts'

/** What the SMTP transaction said, which no header may contradict. */
export interface MailEnvelope {
  mailFrom: string
  clientIp: string
  helo: string
  isTls: boolean
}

/** What is large in a message, or may be. */
export interface LargeParts {
  attachments: MailFacts['attachments']
  /** Subject and visible text, folded: what `q` looks through. */
  searchText: string
  /** Bodies and source, as `packContent` made it; a source above `inlineRawMaxBytes` lies in `rawChunks`. */
  content: Uint8Array
}

/**
 * One mail for one recipient: what lists show first, what is large last. The large parts are all there or all missing: then the
 * message shares them with other copies of its mail, in `sharedContents`.
 */
export interface MessageDoc extends Partial<LargeParts> {
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
  /** Names what lies apart: the raw source in `rawChunks`, where it is large, and the shared parts, where those are missing here. */
  sourceId?: string
}

/** What lists show of a message beside its ids. */
export const shownFields = { expiresAt: 1, isRead: 1, otpCode: 1, receivedAt: 1, summary: 1 } as const

/**
 * One inbox, newest first, with all that its lists show: a page is one place in this index, where its documents lie as far from each
 * other as their mails came.
 */
export const inboxIndex = { addressId: 1, _id: -1, ...shownFields } as const

/** Which messages still name what lies apart; small, since few mails have that. */
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
