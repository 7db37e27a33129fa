import type { EventPayload } from '@inlet/contract'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type EventDoc, eventModel, pendingEventIndex } from './event-model.ts'

/** An event whose deliveries are to be made. */
export interface PendingEvent {
  id: string
  payload: EventPayload
  /** Where its mark is: in the message that was received, or in the event's own row. */
  markedIn: 'messages' | 'events'
}

/** A service with events whose deliveries are to be made, and the id of the oldest. */
export interface PendingService {
  serviceId: string
  oldestId: string
}

/** The services with events whose deliveries are to be made. Reads one key of the index for each, however many events it has. */
export function findServicesWithEvents(deps: Deps): Promise<PendingService[]> {
  return eventModel
    .in(deps.db)
    .aggregate<PendingService>(
      [
        { $match: { isPending: true } },
        { $sort: pendingEventIndex },
        { $group: { _id: '$serviceId', oldestId: { $first: '$_id' } } },
        { $project: { _id: 0, serviceId: '$_id', oldestId: 1 } },
      ],
      { hint: pendingEventIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
}

/** The oldest events of a service whose deliveries are to be made. */
export async function findPendingEvents(deps: Deps, serviceId: string, limit: number): Promise<PendingEvent[]> {
  const options = { sort: { _id: 1 }, limit, hint: pendingEventIndex, maxTimeMS: readBudgetMs } as const
  const found = await eventModel.in(deps.db).find({ isPending: true, serviceId }, options).toArray()
  return found.map((event) => ({ id: event._id, payload: payloadOf(event), markedIn: 'events' }))
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
