import { tally } from '../billing/usage-tally.ts'
import type { Deps } from '../deps.ts'
import { clearPendingReceipts, findPendingReceipts } from '../messages/pending-receipts.ts'
import { claimUntil } from '../webhooks/claim-deliveries.ts'
import type { DeliveryDoc } from '../webhooks/delivery-model.ts'
import { findReceivers, wants } from '../webhooks/find-webhooks.ts'
import { insertDeliveries, newDelivery } from '../webhooks/new-delivery.ts'
import { clearPendingEvents, findPendingEvents, type PendingEvent } from '../webhooks/pending-events.ts'
import type { WebhookDoc } from '../webhooks/webhook-model.ts'
import { takeDeliveries } from './delivery-bound.ts'

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
