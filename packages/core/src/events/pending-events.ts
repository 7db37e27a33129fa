import type { EventPayload } from '@inlet/contract'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type EventDoc, eventModel, pendingEventIndex } from './event-model.ts'

/** An event whose deliveries are to be made. */
export interface PendingEvent {
  id: string
  serviceId: string
  payload: EventPayload
}

/** The oldest events whose deliveries are to be made. */
export async function findPendingEvents(deps: Deps, limit: number): Promise<PendingEvent[]> {
  const found = await eventModel
    .in(deps.db)
    .find({ isPending: true }, { sort: { _id: 1 }, limit, hint: pendingEventIndex, maxTimeMS: readBudgetMs })
    .toArray()
  return found.map((event) => ({ id: event._id, serviceId: event.serviceId, payload: payloadOf(event) }))
}

/** Counting stops here: a figure above it would say nothing more. */
const countedAtMost = 100_000

/** How many events have no deliveries yet; at most 100,000. */
export function countPendingEvents(deps: Deps): Promise<number> {
  const options = { limit: countedAtMost, hint: pendingEventIndex, maxTimeMS: readBudgetMs }
  return eventModel.in(deps.db).countDocuments({ isPending: true }, options)
}

/** Marks events as dispatched. */
export async function clearPendingEvents(deps: Deps, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await eventModel.in(deps.db).updateMany({ _id: { $in: ids } }, { $unset: { isPending: true } })
}

/** What is sent; of a received mail always with the time of its receipt, however late the event was written. */
function payloadOf({ createdAt, isLive: livemode, ...event }: EventDoc): EventPayload {
  const timestamp = createdAt.toISOString()
  switch (event.type) {
    case 'address.created':
      return { type: event.type, timestamp, livemode, data: event.data }
    case 'message.received':
      return { type: event.type, timestamp: event.data.receivedAt, livemode, data: event.data }
    case 'message.deleted':
      return { type: event.type, timestamp, livemode, data: event.data }
  }
}
