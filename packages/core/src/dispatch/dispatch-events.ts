import { decodeTime } from 'ulid'
import { tally } from '../billing/usage-tally.ts'
import type { Deps } from '../deps.ts'
import {
  clearPendingReceipts,
  countPendingReceipts,
  findPendingReceipts,
  findServicesWithReceipts,
} from '../messages/pending-receipts.ts'
import { findUsedUp, takeFromWindow } from '../rate-limits/take-from-window.ts'
import { claimUntil } from '../webhooks/claim-deliveries.ts'
import type { DeliveryDoc } from '../webhooks/delivery-model.ts'
import { findReceivers, wants } from '../webhooks/find-webhooks.ts'
import { insertDeliveries, newDelivery } from '../webhooks/new-delivery.ts'
import {
  clearPendingEvents,
  countPendingEvents,
  findPendingEvents,
  findServicesWithEvents,
  type PendingEvent,
} from '../webhooks/pending-events.ts'
import type { WebhookDoc } from '../webhooks/webhook-model.ts'

/** What one step dispatches. */
export interface DispatchStep {
  /** In their turn. */
  serviceIds: string[]
  /** How much the step takes, in equal shares for its services; each gets one event dispatched at least. */
  events: number
  deliveries: number
  /** How many deliveries a service may have in a minute. */
  perMinute: number
  /** Whether the caller sends a new delivery to this webhook at once; it is asked once for each. */
  claims: (webhook: WebhookDoc) => boolean
}

/** A delivery that this process claimed as it made it, and its webhook. */
export interface ClaimedDelivery {
  delivery: DeliveryDoc
  webhook: WebhookDoc
}

/** What a step did. */
export interface DispatchedEvents {
  /** How many events it dispatched. */
  count: number
  /** Whether a service has more events than its share of this step. */
  hasMore: boolean
  /** How many deliveries were made for each service. */
  made: Map<string, number>
  claimed: ClaimedDelivery[]
}

/** An event with its deliveries. */
interface PlannedEvent {
  event: PendingEvent
  deliveries: ClaimedDelivery[]
}

type Share = Pick<DispatchStep, 'events' | 'deliveries' | 'perMinute'>

/**
 * Makes the deliveries of the oldest events of some services, one for each enabled webhook that wants the event, then marks the events as
 * dispatched. The events of a service that has had its deliveries of this minute stay. Harmless when it is repeated, or done by several
 * processes at once: the ids of deliveries are made from the events'.
 * @throws the driver's error; what it claimed by then is due again when the lease ends
 */
export async function dispatchEvents(deps: Deps, step: DispatchStep): Promise<DispatchedEvents> {
  const { serviceIds, claims } = step
  const share = shareOf(step)
  const oldest = await Promise.all(serviceIds.map((serviceId) => findOldest(deps, serviceId, share.events)))
  // Read after the events: a webhook that is enabled by now gets them.
  const receivers = await findReceivers(deps, serviceIds)
  const planned = await Promise.all(
    serviceIds.map((serviceId, index) =>
      planEvents(deps, { serviceId, pending: oldest[index] ?? [], webhooks: receivers.get(serviceId) ?? [] }, share),
    ),
  )
  const events = planned.flatMap(({ events }) => events)
  const made = events.flatMap(({ deliveries }) => deliveries)
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
  await clearMarks(
    deps,
    events.map(({ event }) => event),
  )
  return {
    count: events.length,
    hasMore: planned.some(({ hasMore }) => hasMore),
    made: new Map(
      Map.groupBy(made, ({ delivery }) => delivery.serviceId)
        .entries()
        .map(([id, of]) => [id, of.length]),
    ),
    claimed: claimed.filter(({ delivery }) => !existing.has(delivery._id)),
  }
}

/** A step's share for each of its services. */
function shareOf({ serviceIds, events, deliveries, perMinute }: DispatchStep): Share {
  const each = (whole: number) => Math.max(1, Math.floor(whole / serviceIds.length))
  return { events: each(events), deliveries: each(deliveries), perMinute }
}

/** The oldest events of a service, oldest first. */
async function findOldest(deps: Deps, serviceId: string, limit: number): Promise<PendingEvent[]> {
  const found = await Promise.all([
    findPendingReceipts(deps, serviceId, limit),
    findPendingEvents(deps, serviceId, limit),
  ])
  return found
    .flat()
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, limit)
}

/** The first of a service's events with their deliveries, as many as its share and its minute have room for. */
async function planEvents(
  deps: Deps,
  { serviceId, pending, webhooks }: { serviceId: string; pending: PendingEvent[]; webhooks: WebhookDoc[] },
  share: Share,
): Promise<{ events: PlannedEvent[]; hasMore: boolean }> {
  const planned = pending.map((event) => ({ event, receivers: webhooks.filter((each) => wants(each, event.payload)) }))
  const sizes = planned.map(({ receivers }) => receivers.length)
  const shared = Math.max(1, countWithin(sizes, share.deliveries))
  const wanted = sum(sizes.slice(0, shared))
  const granted = await takeDeliveries(deps, { serviceId, wanted, perMinute: share.perMinute })
  const events = planned.slice(0, Math.min(shared, countWithin(sizes, granted))).map(({ event, receivers }) => ({
    event,
    deliveries: receivers.map((webhook) => ({
      delivery: newDelivery(deps, webhook, { eventId: event.id, payload: event.payload }),
      webhook,
    })),
  }))
  return { events, hasMore: granted === wanted && (shared < pending.length || pending.length === share.events) }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** How many of the first numbers are together no more than `most`. */
function countWithin(numbers: number[], most: number): number {
  let total = 0
  const end = numbers.findIndex((number) => {
    total += number
    return total > most
  })
  return end < 0 ? numbers.length : end
}

async function clearMarks(deps: Deps, events: PendingEvent[]): Promise<void> {
  const idsIn = (place: PendingEvent['markedIn']) =>
    events.filter(({ markedIn }) => markedIn === place).map(({ id }) => id)
  await Promise.all([clearPendingReceipts(deps, idsIn('messages')), clearPendingEvents(deps, idsIn('events'))])
}

/** The services whose events can be dispatched now, and when the oldest of these events happened. */
export interface Dispatchable {
  serviceIds: string[]
  oldestAt: Date | null
}

/** The services with events to dispatch, except those that have had `perMinute` deliveries in this minute. */
export async function findDispatchable(deps: Deps, perMinute: number): Promise<Dispatchable> {
  const found = (await Promise.all([findServicesWithReceipts(deps), findServicesWithEvents(deps)])).flat()
  const ids = [...new Set(found.map(({ serviceId }) => serviceId))]
  const atBound = await servicesAtBound(deps, ids, perMinute)
  const times = found.filter(({ serviceId }) => !atBound.has(serviceId)).map(({ oldestId }) => decodeTime(oldestId))
  return {
    serviceIds: ids.filter((id) => !atBound.has(id)),
    oldestAt: times.length === 0 ? null : new Date(Math.min(...times)),
  }
}

/** Whether events of a service wait because it has had `perMinute` deliveries in this minute. */
export async function areEventsHeld(deps: Deps, serviceId: string, perMinute: number): Promise<boolean> {
  const atBound = await servicesAtBound(deps, [serviceId], perMinute)
  if (!atBound.has(serviceId)) return false
  const found = await Promise.all([findPendingReceipts(deps, serviceId, 1), findPendingEvents(deps, serviceId, 1)])
  return found.flat().length > 0
}

/** How many events are still to be dispatched; those of mails and the others are each counted up to 100,000. */
export async function countUndispatched(deps: Deps): Promise<number> {
  const [receipts, events] = await Promise.all([countPendingReceipts(deps), countPendingEvents(deps)])
  return receipts + events
}

const windowMs = 60_000

const bucketOf = (serviceId: string) => `deliveries:${serviceId}`

/** Counts deliveries that are to be made for a service. @returns how many of them it may still have in this minute */
async function takeDeliveries(
  deps: Deps,
  { serviceId, wanted, perMinute }: { serviceId: string; wanted: number; perMinute: number },
): Promise<number> {
  if (wanted === 0) return 0
  const take = { bucket: bucketOf(serviceId), wanted, limit: perMinute, windowMs }
  return (await takeFromWindow(deps, take)).granted
}

/** Which of these services have had all deliveries of this minute: their events wait. */
async function servicesAtBound(deps: Deps, serviceIds: string[], perMinute: number): Promise<Set<string>> {
  const usedUp = await findUsedUp(deps, serviceIds.map(bucketOf), { limit: perMinute, windowMs })
  return new Set(serviceIds.filter((id) => usedUp.has(bucketOf(id))))
}
