import type { MailFacts } from '@inlet/mail'
import { z } from 'zod'
import { bytes, date, stored } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** The facts of the SMTP transaction, which no header can change. */
export const mailEnvelope = z.object({
  mailFrom: z.string(),
  clientIp: z.string(),
  helo: z.string(),
  isTls: z.boolean(),
})
export type MailEnvelope = z.infer<typeof mailEnvelope>

/** The parts of a message that are large, or may be. */
export const largeParts = z.object({
  attachments: stored<MailFacts['attachments']>('array'),
  /** Subject and visible text, folded: the text that `q` searches. */
  searchText: z.string(),
  /** Bodies and source, made by `packContent`; a source above `inlineRawMaxBytes` is in `rawChunks`. */
  content: stored<Uint8Array>('binData'),
})
export type LargeParts = z.infer<typeof largeParts>

/**
 * One mail for one recipient: list fields first, large parts last. The large parts are all present or all absent; where absent, the
 * message shares them with other copies of its mail, in `sharedContents`.
 */
export const messageDoc = largeParts.partial().extend({
  /** Generated when its batch is sent: within one process the order of ids is the order of commit. */
  _id: z.string(),
  addressId: z.string(),
  serviceId: z.string(),
  isLive: z.boolean(),
  expiresAt: date,
  isRead: z.boolean(),
  otpCode: z.string().nullable(),
  receivedAt: date,
  /** Made by `packSummary`. */
  summary: z.string(),
  /** SHA-256 over recipient with detail, Message-ID and bytes; absent where the mail has no Message-ID. */
  dedupeKey: bytes.optional(),
  /** Set while a `message.received` event is to be delivered to webhooks. */
  pendingEvent: z.literal(true).optional(),
  otpMeta: stored<MailFacts['otpMeta']>('object', 'null'),
  /** The one link for which the mail was sent; absent where there is none. */
  action: stored<NonNullable<MailFacts['action']>>('object').optional(),
  envelope: mailEnvelope,
  /** The process that received it, by which it is counted; absent in messages from before there was usage. */
  receiver: z.string().optional(),
  /** Comes from another installation: neither counted as received nor reported by live feeds. */
  isImported: z.literal(true).optional(),
  /** Names what is stored apart: the raw source in `rawChunks` where it is large, and the shared parts where they are absent here. */
  sourceId: z.string().optional(),
})
export type MessageDoc = z.infer<typeof messageDoc>

/** The fields of a list item but its address, which a list of one inbox knows. All are in `inboxIndex`. */
export const listedFields = { expiresAt: 1, isRead: 1, otpCode: 1, receivedAt: 1, summary: 1 } as const

/** The fields that a list item is made of: all are in `inboxIndex`. */
export const listItemFields = { addressId: 1, ...listedFields } as const

/**
 * One inbox, newest first, with all fields of a list item: a page is one range of this index, while its documents are scattered in the
 * order in which mails of all inboxes were received.
 */
export const inboxIndex = { addressId: 1, _id: -1, ...listedFields } as const

/** The messages whose `message.received` event has no deliveries yet, of each service oldest first; small, since few wait for long. */
export const pendingEventIndex = { pendingEvent: 1, serviceId: 1, _id: 1 } as const

/** The messages that name large parts; small, since few mails have any. */
export const sourceIndex = { sourceId: 1 } as const

/** The collection of messages. */
export const messageModel = defineModel<MessageDoc>({
  document: messageDoc,
  name: 'messages',
  // A validator took 5 µs of the 34 that mongod spends on a document, 1.4 % of all that receiving a mail costs; one function writes here.
  isChecked: false,
  // The large parts are compressed already; so a page holds few messages, and one is read without the others.
  compressor: 'none',
  shardKey: {
    key: { addressId: 'hashed' },
    reason:
      'An inbox is listed, searched, counted and kept free of duplicates on one shard. Hashed, since new inboxes, whose ids begin with the time, would all be on the last.',
  },
  indexes: [
    { key: inboxIndex },
    { key: sourceIndex, partialFilterExpression: { sourceId: { $exists: true } } },
    { key: pendingEventIndex, partialFilterExpression: { pendingEvent: true } },
    // Removes what readers have not seen since that moment.
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    // Detects the retry of a mail whose 250 was lost.
    { key: { addressId: 1, dedupeKey: 1 }, unique: true, partialFilterExpression: { dedupeKey: { $exists: true } } },
  ],
})
