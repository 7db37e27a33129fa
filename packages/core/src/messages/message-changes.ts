import type { MessageListItem } from '@inlet/contract'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Inserted, Updated } from '../feed-events/change.ts'
import { listItemFields, type MessageDoc, messageModel } from './message-model.ts'
import { toMessageListItem } from './message-shapes.ts'

const fields = { ...listItemFields, serviceId: 1 } as const

type InsertedMessage = Pick<MessageDoc, Exclude<keyof typeof fields, '_id'>>

/** A received message, or one that was marked read. */
export type MessageChange = Inserted<'messages.insert', InsertedMessage> | Updated<'messages.update'>

/** The changes of messages that live feeds report, and which fields of a new one. */
export const watchedMessages = {
  fields: Object.keys(fields),
  filters: [
    { 'ns.coll': messageModel.name, operationType: 'insert', 'fullDocument.isImported': { $ne: true } },
    { 'ns.coll': messageModel.name, operationType: 'update', 'updateDescription.updatedFields.isRead': true },
  ],
}

/** The list shape of a received message. */
export const toReceivedItem = (_id: string, message: InsertedMessage): MessageListItem =>
  toMessageListItem({ ...message, _id })

/** A record that changed, in its list shape, and whose it is. */
export interface OwnedItem<Item> {
  serviceId: string
  item: Item
}

/** The messages of these ids that are still stored, in their list shape, by id. */
export async function findMessageItems(
  deps: Deps,
  ids: readonly string[],
): Promise<Map<string, OwnedItem<MessageListItem>>> {
  if (ids.length === 0) return new Map()
  const found = await messageModel
    .in(deps.db)
    .find({ _id: { $in: ids } }, { projection: fields, maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((message) => [message._id, ownedItem(message)]))
}

const ownedItem = (message: MessageDoc): OwnedItem<MessageListItem> => ({
  serviceId: message.serviceId,
  item: toMessageListItem(message),
})
