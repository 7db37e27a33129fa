import type { MailFacts } from '@inlet/mail'
import { defineModel } from '../database/model.ts'

/** The facts of the SMTP transaction, which no header can change. */
export interface MailEnvelope {
  mailFrom: string
  clientIp: string
  helo: string
  isTls: boolean
}

/** The parts of a message that are large, or may be. */
export interface LargeParts {
  attachments: MailFacts['attachments']
  /** Subject and visible text, folded: the text that `q` searches. */
  searchText: string
  /** Bodies and source, made by `packContent`; a source above `inlineRawMaxBytes` is in `rawChunks`. */
  content: Uint8Array
}

/**
 * One mail for one recipient: list fields first, large parts last. The large parts are all present or all absent; where absent, the
 * message shares them with other copies of its mail, in `sharedContents`.
 */
export interface MessageDoc extends Partial<LargeParts> {
  /** Generated when its batch is sent: within one process the order of ids is the order of commit. */
  _id: string
  addressId: string
  serviceId: string
  isLive: boolean
  expiresAt: Date
  isRead: boolean
  otpCode: string | null
  receivedAt: Date
  /** Made by `packSummary`. */
  summary: string
  /** SHA-256 over recipient with detail, Message-ID and bytes; absent where the mail has no Message-ID. */
  dedupeKey?: Buffer
  /** Set while a `message.received` event is to be delivered to webhooks. */
  pendingEvent?: true
  otpMeta: MailFacts['otpMeta']
  envelope: MailEnvelope
  /** The process that received it, by which it is counted; absent in messages from before there was usage. */
  receiver?: string
  /** Comes from another installation: neither counted as received nor reported by live feeds. */
  isImported?: true
  /** Names what is stored apart: the raw source in `rawChunks` where it is large, and the shared parts where they are absent here. */
  sourceId?: string
}

/** The fields of a list item but its address, which a list of one inbox knows. All are in `inboxIndex`. */
export const listedFields = { expiresAt: 1, isRead: 1, otpCode: 1, receivedAt: 1, summary: 1 } as const

/** The fields that a list item is made of: all are in `inboxIndex`. */
export const listItemFields = { addressId: 1, ...listedFields } as const

/**
 * One inbox, newest first, with all fields of a list item: a page is one range of this index, while its documents are scattered in the
 * order in which mails of all inboxes were received.
 */
export const inboxIndex = { addressId: 1, _id: -1, ...listedFields } as const

/** The messages whose `message.received` event has no deliveries yet, oldest first; small, since that takes less than a second. */
export const pendingEventIndex = { pendingEvent: 1, _id: 1 } as const

/** The messages that name large parts; small, since few mails have any. */
export const sourceIndex = { sourceId: 1 } as const

/** The collection of messages. */
export const messageModel = defineModel<MessageDoc>({
  name: 'messages',
  // The large parts are compressed already; so a page holds few messages, and one is read without the others.
  compressor: 'none',
  indexes: [
    { key: inboxIndex },
    { key: sourceIndex, partialFilterExpression: { sourceId: { $exists: true } } },
    { key: pendingEventIndex, partialFilterExpression: { pendingEvent: true } },
    // Removes what readers have not seen since that moment.
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    // Detects the retry of a mail whose 250 was lost; begins with the key that a sharded cluster would use.
    { key: { addressId: 1, dedupeKey: 1 }, unique: true, partialFilterExpression: { dedupeKey: { $exists: true } } },
  ],
})
