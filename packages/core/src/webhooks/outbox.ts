import { createHash } from 'node:crypto'
import type { EventPayload } from '@inlet/contract'
import { MongoBulkWriteError } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { databaseErrorKind, duplicateKeyCode } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { idIndex } from '../paging/list-newest-first.ts'
import { type DeliveryDoc, deliveryModel, pendingIndex } from './delivery-model.ts'
import { type EventDoc, eventModel, pendingEventIndex } from './event-model.ts'
import { type WebhookDoc, webhookModel } from './webhook-model.ts'

// What is to be sent waits here: events until their deliveries are made, and deliveries until a worker claims them for a call.

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

/** Marks events as dispatched. */
export async function clearPendingEvents(
  deps: Deps,
  { ids, serviceIds }: { ids: string[]; serviceIds: string[] },
): Promise<void> {
  if (ids.length === 0) return
  const those = { _id: { $in: ids }, serviceId: { $in: serviceIds } }
  await eventModel.in(deps.db).updateMany(those, { $unset: { isPending: true } }, { hint: idIndex })
}

/** The enabled webhooks of these services, by service. */
export async function findReceivers(deps: Deps, serviceIds: string[]): Promise<Map<string, WebhookDoc[]>> {
  const found = await webhookModel
    .in(deps.db)
    .find({ serviceId: { $in: serviceIds }, state: 'enabled' }, { maxTimeMS: readBudgetMs })
    .toArray()
  return Map.groupBy(found, ({ serviceId }) => serviceId)
}

/** Characters of a ULID that hold its time; the other 16 hold 80 bits. */
const timeChars = 10
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The id of an event's delivery to a webhook: the event's time, and 80 bits of a hash over both ids. */
export function deliveryId(eventId: string, webhookId: string): string {
  const digest = createHash('sha256').update(`${eventId} ${webhookId}`).digest()
  const bits = digest.readBigUInt64BE(0) * 65_536n + BigInt(digest.readUInt16BE(8))
  const chars = Array.from({ length: 16 }, (_, index) =>
    alphabet.charAt(Number((bits >> BigInt(75 - 5 * index)) & 31n)),
  )
  return eventId.slice(0, timeChars) + chars.join('')
}

/** The delivery of an event to a webhook, due at once. `eventId` is the event's, from which the delivery's id is made. */
export function newDelivery(
  deps: Deps,
  webhook: { _id: string; serviceId: string },
  event: { eventId: string; payload: EventPayload },
): DeliveryDoc {
  const { eventId, payload } = event
  const now = deps.clock.now()
  return {
    _id: deliveryId(eventId, webhook._id),
    webhookId: webhook._id,
    serviceId: webhook.serviceId,
    eventType: payload.type,
    isLive: payload.livemode,
    payload: JSON.stringify(payload),
    state: 'pending',
    dueAt: now,
    claimId: null,
    attemptCount: 0,
    failedInRow: 0,
    attempts: [],
    lastStatus: null,
    createdAt: now,
    completedAt: null,
  }
}

/** The ids of deliveries that a step wrote, and of those that the database refused; any other was there before. */
export interface StoredDeliveries {
  fresh: Set<string>
  refused: Set<string>
}

/**
 * Stores deliveries of events. Where the database refuses some, only their services have failed.
 * @throws the driver's error where none of them counts as stored
 */
export async function storeDeliveries(
  deps: Deps,
  deliveries: DeliveryDoc[],
  failed: Map<string, unknown>,
): Promise<StoredDeliveries> {
  const fresh = new Set(deliveries.map(({ _id }) => _id))
  const refused = new Set<string>()
  if (deliveries.length === 0) return { fresh, refused }
  try {
    await deliveryModel.in(deps.db).insertMany(deliveries, { ordered: false })
  } catch (error) {
    // What the majority has not confirmed may be lost.
    if (!(error instanceof MongoBulkWriteError) || databaseErrorKind(error) === 'write_concern') throw error
    const unwritten = [error.writeErrors].flat()
    if (unwritten.length === 0) throw error
    for (const { index, code } of unwritten) {
      const delivery = deliveries[index]
      if (!delivery) continue
      fresh.delete(delivery._id)
      if (code === duplicateKeyCode) continue
      refused.add(delivery._id)
      failed.set(delivery.serviceId, error)
    }
  }
  return { fresh, refused }
}

/** Longer than a call can take (17 s): a claim needs no renewal, and a worker that died delays its deliveries by this much at most. */
const leaseMs = 30_000

/** The end of a lease that begins now. */
export const claimUntil = (deps: Deps): Date => new Date(deps.clock.now().getTime() + leaseMs)

/** A delivery that this process has claimed, and its webhook. */
export interface ClaimedDelivery {
  delivery: DeliveryDoc
  webhook: WebhookDoc
}

/** A webhook with a pending delivery that is due, and since when its earliest one is. */
interface DueWebhook {
  webhookId: string
  dueAt: Date
}

/** The webhooks with a pending delivery that is due, disabled ones too. Reads one key of the index for each, however much is pending. */
export function findDueWebhooks(deps: Deps): Promise<DueWebhook[]> {
  return deliveryModel
    .in(deps.db)
    .aggregate<DueWebhook>(
      [
        { $match: { state: 'pending' } },
        { $sort: pendingIndex },
        { $group: { _id: '$webhookId', dueAt: { $first: '$dueAt' } } },
        { $match: { dueAt: { $lte: deps.clock.now() } } },
        { $project: { _id: 0, webhookId: '$_id', dueAt: 1 } },
      ],
      { hint: pendingIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
}

/**
 * Claims up to `limit` deliveries of a webhook that are due, in the order in which they are. Until the lease of 30 s ends no other worker
 * claims them. @returns what this call claimed: fewer where another worker was faster
 */
export async function claimDeliveries(
  deps: Deps,
  { webhookId, limit }: { webhookId: string; limit: number },
): Promise<DeliveryDoc[]> {
  const deliveries = deliveryModel.in(deps.db)
  const isDue = { state: 'pending', webhookId, dueAt: { $lte: deps.clock.now() } } as const
  const due = await deliveries
    .find(isDue, { projection: { _id: 1 }, sort: { dueAt: 1 }, limit, hint: pendingIndex, maxTimeMS: readBudgetMs })
    .toArray()
  if (due.length === 0) return []

  const ids = due.map(({ _id }) => _id)
  const claimId = deps.newId()
  const claim = { $set: { dueAt: claimUntil(deps), claimId } }
  const { modifiedCount } = await deliveries.updateMany({ _id: { $in: ids }, ...isDue }, claim)
  if (modifiedCount === 0) return []
  return await deliveries
    .find({ _id: { $in: ids }, webhookId, state: 'pending', claimId }, { hint: idIndex, maxTimeMS: readBudgetMs })
    .toArray()
}

/** Gives back deliveries that were claimed and not tried: any worker can claim them at once. */
export async function giveBackDeliveries(
  deps: Deps,
  claimed: Pick<DeliveryDoc, '_id' | 'webhookId' | 'claimId'>[],
): Promise<void> {
  if (claimed.length === 0) return
  const dueAt = deps.clock.now()
  const updates = claimed.map(({ _id, webhookId, claimId }) => ({
    updateOne: {
      filter: { _id, webhookId, state: 'pending' as const, claimId },
      update: { $set: { dueAt } },
      hint: idIndex,
    },
  }))
  await deliveryModel.in(deps.db).bulkWrite(updates, { ordered: false })
}

/** Counting stops here: a figure above it would say nothing more. */
const countedAtMost = 100_000

/** How many events have no deliveries yet; at most 100,000. */
export function countPendingEvents(deps: Deps): Promise<number> {
  const options = { limit: countedAtMost, hint: pendingEventIndex, maxTimeMS: readBudgetMs }
  return eventModel.in(deps.db).countDocuments({ isPending: true }, options)
}

/** How many deliveries are due, of disabled webhooks too; at most 100,000. */
export function countDueDeliveries(deps: Deps): Promise<number> {
  const isDue = { state: 'pending', dueAt: { $lte: deps.clock.now() } } as const
  const options = { limit: countedAtMost, hint: pendingIndex, maxTimeMS: readBudgetMs }
  return deliveryModel.in(deps.db).countDocuments(isDue, options)
}
