import type { ParsedMail } from '@inlet/mail'
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
  fromAddr: string
  fromName: string
  toAddr: string
  subject: string
  preview: string
  sizeBytes: number
  isRead: boolean
  otpCode: string | null
  tags: string[]
  receivedAt: Date
  expiresAt: Date
  createdAt: Date
  /** SHA-256 over recipient with detail, Message-ID and bytes; absent where the mail has no Message-ID. */
  dedupeKey?: Buffer
  /** Set where a webhook waits to hear of the message, until its deliveries are made. */
  pendingEvent?: true
  otpMeta: ParsedMail['otpMeta']
  envelope: MailEnvelope
  attachments: ParsedMail['attachments']
  /** Names the raw source in `rawChunks`, where it is too large to stand in `raw`. */
  sourceId?: string
  /** Subject and visible text, folded: what `q` looks through. */
  searchText: string
  textBody: string
  htmlBody: string
  raw?: Buffer
}

/** Lists, and counts without a fetch: one inbox, newest first. */
export const inboxIndex = { addressId: 1, _id: -1, expiresAt: 1 } as const

/** Which messages still name a large raw source; small, since few mails have one. */
export const sourceIndex = { sourceId: 1 } as const

/** The collection of messages. */
export const messageModel = defineModel<MessageDoc>({
  name: 'messages',
  compressor: 'zstd',
  indexes: [
    { key: inboxIndex },
    { key: sourceIndex, partialFilterExpression: { sourceId: { $exists: true } } },
    // Cleans up what readers have not seen since that very moment.
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    // A retry of a mail whose 250 was lost; begins with the key that a sharded cluster would use.
    { key: { addressId: 1, dedupeKey: 1 }, unique: true, partialFilterExpression: { dedupeKey: { $exists: true } } },
  ],
})
