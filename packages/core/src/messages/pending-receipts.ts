import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { idIndex } from '../paging/list-newest-first.ts'
import type { PendingEvent, PendingService } from '../webhooks/outbox.ts'
import { listItemFields, messageModel, pendingEventIndex } from './message-model.ts'
import { toMessageListItem } from './message-shapes.ts'

const eventFields = { ...listItemFields, serviceId: 1, isLive: 1 } as const

/** The services with messages whose event is still in the message. Reads one key of the index for each, however many it has. */
export function findServicesWithReceipts(deps: Deps): Promise<PendingService[]> {
  return messageModel
    .in(deps.db)
    .aggregate<PendingService>(
      [
        { $match: { pendingEvent: true } },
        { $sort: pendingEventIndex },
        { $group: { _id: '$serviceId', oldestId: { $first: '$_id' } } },
        { $project: { _id: 0, serviceId: '$_id', oldestId: 1 } },
      ],
      { hint: pendingEventIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
}

/** The `message.received` events of a service's oldest messages whose event is still in the message. */
export async function findPendingReceipts(deps: Deps, serviceId: string, limit: number): Promise<PendingEvent[]> {
  const found = await messageModel
    .in(deps.db)
    .find(
      { pendingEvent: true, serviceId },
      { projection: eventFields, sort: { _id: 1 }, limit, hint: pendingEventIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
  return found.map((message) => {
    const { _id: id, isLive: livemode } = message
    const data = { ...toMessageListItem(message), serviceId }
    return {
      id,
      payload: { type: 'message.received', timestamp: data.receivedAt, livemode, data },
      markedIn: 'messages',
    }
  })
}

/** Counting stops here: a figure above it would say nothing more. */
const countedAtMost = 100_000

/** How many messages still hold their event; at most 100,000. */
export function countPendingReceipts(deps: Deps): Promise<number> {
  const options = { limit: countedAtMost, hint: pendingEventIndex, maxTimeMS: readBudgetMs }
  return messageModel.in(deps.db).countDocuments({ pendingEvent: true }, options)
}

/** Marks messages as reported. */
export async function clearPendingReceipts(
  deps: Deps,
  { ids, addressIds }: { ids: string[]; addressIds: string[] },
): Promise<void> {
  if (ids.length === 0) return
  const those = { _id: { $in: ids }, addressId: { $in: addressIds } }
  await messageModel.in(deps.db).updateMany(those, { $unset: { pendingEvent: true } }, { hint: idIndex })
}
