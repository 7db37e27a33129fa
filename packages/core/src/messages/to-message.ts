import type { Message, MessageListItem } from '@inlet/contract'
import { type MailContent, unpackContent } from '@inlet/mail'
import { type LargeParts, type MessageDoc, shownFields } from './message-model.ts'
import { unpackSummary } from './message-summary.ts'

/** What a list item is made of: nothing that `inboxIndex` does not hold. */
export const listItemFields = { addressId: 1, ...shownFields } as const

type ListItemDoc = Pick<MessageDoc, '_id' | keyof typeof listItemFields>

/** The list shape of a message, built field by field so that nothing else leaks. */
export function toMessageListItem(found: ListItemDoc): MessageListItem {
  // Assigned, not spread: a page would copy all its fields once more.
  return Object.assign(sharedFields(found), { createdAt: found.receivedAt.toISOString() })
}

/** The detail shape of a message: with its bodies. */
export function toMessage(found: ListItemDoc & Pick<LargeParts, 'content'>): Message {
  const { textBody, htmlBody } = unpackedOnce(found.content)
  return Object.assign(sharedFields(found), { textBody, htmlBody })
}

// Who asks for a message at the same time as others is given the same bytes.
const unpacked = new WeakMap<Uint8Array, MailContent>()

/** The content of a message, unpacked once for all who were given the same bytes. */
export function unpackedOnce(content: Uint8Array): MailContent {
  const known = unpacked.get(content) ?? unpackContent(content)
  unpacked.set(content, known)
  return known
}

function sharedFields(found: ListItemDoc): Omit<MessageListItem, 'createdAt'> {
  const summary = unpackSummary(found.summary)
  return {
    id: found._id,
    addressId: found.addressId,
    fromAddr: summary.fromAddr,
    fromName: summary.fromName,
    toAddr: summary.toAddr,
    subject: summary.subject,
    preview: summary.preview,
    sizeBytes: summary.sizeBytes,
    isRead: found.isRead,
    otpCode: found.otpCode,
    tags: summary.tags,
    receivedAt: found.receivedAt.toISOString(),
    expiresAt: found.expiresAt.toISOString(),
  }
}
