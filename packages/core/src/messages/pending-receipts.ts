import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { PendingEvent } from '../events/pending-events.ts'
import { listItemFields, messageModel, pendingEventIndex } from './message-model.ts'
import { toMessageListItem } from './message-shapes.ts'

const eventFields = { ...listItemFields, serviceId: 1, isLive: 1 } as const

/** The `message.received` events of the oldest messages whose event is still in the message. */
export async function findPendingReceipts(deps: Deps, limit: number): Promise<PendingEvent[]> {
  const found = await messageModel
    .in(deps.db)
    .find(
      { pendingEvent: true },
      { projection: eventFields, sort: { _id: 1 }, limit, hint: pendingEventIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
  return found.map((message) => {
    const { _id: id, serviceId, isLive: livemode } = message
    const data = { ...toMessageListItem(message), serviceId }
    return {
      id,
      serviceId,
      payload: { type: 'message.received', timestamp: data.receivedAt, livemode, data },
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
export async function clearPendingReceipts(deps: Deps, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await messageModel.in(deps.db).updateMany({ _id: { $in: ids } }, { $unset: { pendingEvent: true } })
}
