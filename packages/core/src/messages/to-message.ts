import type { Message, MessageListItem } from '@inlet/contract'
import type { MessageDoc } from './message-model.ts'

/** What a list item is made of. */
export const listItemFields = {
  addressId: 1,
  fromAddr: 1,
  fromName: 1,
  toAddr: 1,
  subject: 1,
  preview: 1,
  sizeBytes: 1,
  isRead: 1,
  otpCode: 1,
  tags: 1,
  receivedAt: 1,
  expiresAt: 1,
  createdAt: 1,
} as const

type ListItemDoc = Pick<MessageDoc, '_id' | keyof typeof listItemFields>

/** The list shape of a message, built field by field so that nothing else leaks. */
export function toMessageListItem(found: ListItemDoc): MessageListItem {
  // Assigned, not spread: a page would copy all its fields once more.
  return Object.assign(sharedFields(found), { createdAt: found.createdAt.toISOString() })
}

/** The detail shape of a message: with its bodies. */
export function toMessage(found: ListItemDoc & Pick<MessageDoc, 'textBody' | 'htmlBody'>): Message {
  return Object.assign(sharedFields(found), { textBody: found.textBody, htmlBody: found.htmlBody })
}

function sharedFields(found: ListItemDoc): Omit<MessageListItem, 'createdAt'> {
  return {
    id: found._id,
    addressId: found.addressId,
    fromAddr: found.fromAddr,
    fromName: found.fromName,
    toAddr: found.toAddr,
    subject: found.subject,
    preview: found.preview,
    sizeBytes: found.sizeBytes,
    isRead: found.isRead,
    otpCode: found.otpCode,
    tags: found.tags,
    receivedAt: found.receivedAt.toISOString(),
    expiresAt: found.expiresAt.toISOString(),
  }
}
