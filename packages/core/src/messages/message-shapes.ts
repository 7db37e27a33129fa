import type { Message, MessageListItem } from '@inlet/contract'
import type { MailContent } from '@inlet/mail'
import type { listedFields, listItemFields, MessageDoc } from './message-model.ts'

/** The fields of a list item that never change, apart from its ids and times, in their packed order. */
const summaryFields = ['fromAddr', 'fromName', 'toAddr', 'subject', 'preview', 'sizeBytes', 'tags'] as const

/** These fields of one message. */
export type MessageSummary = Pick<MessageListItem, (typeof summaryFields)[number]>

/** A summary as one text, a JSON array in the order of `summaryFields`: a list decodes one field instead of seven. */
export function packSummary(summary: MessageSummary): string {
  return JSON.stringify(summaryFields.map((field) => summary[field]))
}

/**
 * What is in a packed summary just where its message has the tag `action`, the first of all tags: in a text of JSON, no quotation mark of the
 * sender's comes without a backslash before it.
 */
export const packedActionTag = /,\["action",/

/** Reverses `packSummary`. @throws for a text that is not an array of that length */
export function unpackSummary(text: string): MessageSummary {
  const values = valuesOf(text)
  // Half the time of `Object.fromEntries`: filters unpack thousands of summaries.
  const summary = Object.create(Object.prototype)
  summaryFields.forEach((field, index) => {
    summary[field] = values[index]
  })
  return summary
}

// The values are not checked one by one: lists have a hundred rows, and only `packSummary` writes them.
function valuesOf(text: string) {
  try {
    const values = JSON.parse(text)
    if (Array.isArray(values) && values.length === summaryFields.length) return values
  } catch {
    // The parser's own error quotes the text, which must not get into a log.
  }
  throw new Error('The summary of a message cannot be unpacked')
}

/** A message as a list of its inbox reads it. */
export type ListedMessage = Pick<MessageDoc, '_id' | keyof typeof listedFields>
type ListItemDoc = Pick<MessageDoc, '_id' | keyof typeof listItemFields>

/** One message of a list. */
export interface ListRow {
  _id: string
  item: MessageListItem
}

/** The list shape of a message, built field by field so that nothing else leaks. */
export const toMessageListItem = (found: ListItemDoc): MessageListItem => listItemOf(found, found.addressId)

/** The same, of a message of this inbox. */
export function listItemOf(found: ListedMessage, addressId: string): MessageListItem {
  const { fromAddr, fromName, toAddr, subject, preview, sizeBytes, tags } = unpackSummary(found.summary)
  const receivedAt = found.receivedAt.toISOString()
  return {
    fromAddr,
    fromName,
    toAddr,
    subject,
    preview,
    sizeBytes,
    tags,
    id: found._id,
    addressId,
    isRead: found.isRead,
    otpCode: found.otpCode,
    receivedAt,
    expiresAt: found.expiresAt.toISOString(),
    createdAt: receivedAt,
  }
}

/** The detail shape of a message, with its bodies. */
export function toMessage(found: ListItemDoc, { textBody, htmlBody }: MailContent): Message {
  const { createdAt: _, ...shared } = toMessageListItem(found)
  return { ...shared, textBody, htmlBody }
}
