import type { Message, MessageListItem } from '@inlet/contract'
import type { MailContent } from '@inlet/mail'
import type { listItemFields, MessageDoc } from './message-model.ts'
import { unpackSummary } from './message-summary.ts'

type ListItemDoc = Pick<MessageDoc, '_id' | keyof typeof listItemFields>

/** The list shape of a message, built field by field so that nothing else leaks. */
export function toMessageListItem(found: ListItemDoc): MessageListItem {
  // Assigned and not spread, which would copy all fields of a page once more.
  return Object.assign(sharedFields(found), { createdAt: found.receivedAt.toISOString() })
}

/** The detail shape of a message, with its bodies. */
export function toMessage(found: ListItemDoc, { textBody, htmlBody }: MailContent): Message {
  return Object.assign(sharedFields(found), { textBody, htmlBody })
}

function sharedFields(found: ListItemDoc): Omit<MessageListItem, 'createdAt'> {
  return Object.assign(unpackSummary(found.summary), {
    id: found._id,
    addressId: found.addressId,
    isRead: found.isRead,
    otpCode: found.otpCode,
    receivedAt: found.receivedAt.toISOString(),
    expiresAt: found.expiresAt.toISOString(),
  })
}
