import { MongoBulkWriteError } from 'mongodb'
import { hasOnlyDuplicates } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import {
  clearPendingEvents,
  countPendingEvents,
  findPendingEvents,
  type PendingEvent,
} from '../events/pending-events.ts'
import { clearPendingReceipts, countPendingReceipts, findPendingReceipts } from '../messages/pending-receipts.ts'
import { tally } from '../usage/usage-tally.ts'
import { findReceivers, wants } from '../webhooks/find-webhooks.ts'
import type { WebhookDoc } from '../webhooks/webhook-model.ts'
import { claimUntil } from './claim-deliveries.ts'
import { type DeliveryDoc, deliveryModel } from './delivery-model.ts'
import { newDelivery } from './new-delivery.ts'

/** What one step may take: so many events of received mails, as many others, and so many deliveries, but at least those of one event. */
interface DispatchStep {
  events: number
  deliveries: number
}

/** A service may have many webhooks, and each delivery holds its payload. */
const usualStep: DispatchStep = { events: 200, deliveries: 2_000 }

/** A delivery that this process claimed as it made it, and its webhook. */
export interface ClaimedDelivery {
  delivery: DeliveryDoc
  webhook: WebhookDoc
}

/** How many events a step dispatched, and what it claimed for the caller. */
export interface DispatchedEvents {
  count: number
  claimed: ClaimedDelivery[]
}

/** When the oldest event happened that is still to be dispatched; null where `dispatchEvents` has nothing to do. */
export async function oldestPendingEvent(deps: Deps): Promise<Date | null> {
  const found = await Promise.all([findPendingReceipts(deps, 1), findPendingEvents(deps, 1)])
  const times = found.flat().map(({ payload }) => Date.parse(payload.timestamp))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** How many events are still to be dispatched; those of mails and the others are each counted up to 100,000. */
export async function countUndispatched(deps: Deps): Promise<number> {
  const [receipts, events] = await Promise.all([countPendingReceipts(deps), countPendingEvents(deps)])
  return receipts + events
}

/**
 * Makes the deliveries of the oldest pending events, one for each enabled webhook that wants the event, then marks the events as
 * dispatched. Harmless when it is repeated, or done by several processes at once: the ids of deliveries are made from the events'.
 * `claims` says whether the caller sends a new delivery to this webhook at once; it is asked once for each.
 * @throws the driver's error; what it claimed by then is due again when the lease ends
 */
export async function dispatchEvents(
  deps: Deps,
  claims: (webhook: WebhookDoc) => boolean,
  step = usualStep,
): Promise<DispatchedEvents> {
  const [receipts, events] = await Promise.all([
    findPendingReceipts(deps, step.events),
    findPendingEvents(deps, step.events),
  ])
  const pending = [...receipts, ...events].sort(byId)
  if (pending.length === 0) return { count: 0, claimed: [] }

  const { done, made } = await newDeliveries(deps, pending, step)
  const claimId = deps.newId()
  const claimed = made.filter(({ delivery, webhook }) => {
    if (!claims(webhook)) return false
    Object.assign(delivery, { claimId, dueAt: claimUntil(deps) })
    return true
  })
  const existing = await insertDeliveries(
    deps,
    made.map(({ delivery }) => delivery),
  )
  for (const { delivery } of made.filter(({ delivery: { _id } }) => !existing.has(_id))) {
    const { serviceId, isLive } = delivery
    tally(deps, { serviceId, field: 'deliveries', isLive })
  }
  const idsDone = (some: PendingEvent[]) => some.filter((event) => done.has(event)).map(({ id }) => id)
  await Promise.all([clearPendingReceipts(deps, idsDone(receipts)), clearPendingEvents(deps, idsDone(events))])
  return { count: done.size, claimed: claimed.filter(({ delivery }) => !existing.has(delivery._id)) }
}

const byId = (a: PendingEvent, b: PendingEvent) => (a.id < b.id ? -1 : 1)

/** The deliveries of the first of these events, as many as a step may make, and at least one event's. */
async function newDeliveries(deps: Deps, pending: PendingEvent[], step: DispatchStep) {
  // Read after the events: a webhook that is enabled by now gets them.
  const receivers = await findReceivers(deps, [...new Set(pending.map(({ serviceId }) => serviceId))])
  const done = new Set<PendingEvent>()
  const made: ClaimedDelivery[] = []
  for (const event of pending) {
    const { id: eventId, serviceId, payload } = event
    const wanting = (receivers.get(serviceId) ?? []).filter((webhook) => wants(webhook, payload))
    if (done.size > 0 && made.length + wanting.length > step.deliveries) break
    done.add(event)
    made.push(...wanting.map((webhook) => ({ delivery: newDelivery(deps, webhook, { eventId, payload }), webhook })))
  }
  return { done, made }
}

/** @returns the ids of those that another dispatch made before */
async function insertDeliveries(deps: Deps, deliveries: DeliveryDoc[]): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set()
  try {
    await deliveryModel.in(deps.db).insertMany(deliveries, { ordered: false })
    return new Set()
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !hasOnlyDuplicates(error)) throw error
    return new Set([error.writeErrors].flat().flatMap(({ index }) => deliveries[index]?._id ?? []))
  }
}
