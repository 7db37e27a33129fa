import type { EventPayload } from '@inlet/contract'
import { decodeTime } from 'ulid'
import { tally } from '../billing/usage-tally.ts'
import type { Deps } from '../deps.ts'
import {
  clearPendingReceipts,
  countPendingReceipts,
  findPendingReceipts,
  findServicesWithReceipts,
} from '../messages/pending-receipts.ts'
import type { Taken } from '../rate-limits/take-from-window.ts'
import { returnDeliveries, servicesAtBound, takeDeliveries } from '../webhooks/deliveries-per-minute.ts'
import {
  type ClaimedDelivery,
  claimUntil,
  clearPendingEvents,
  countPendingEvents,
  findPendingEvents,
  findReceivers,
  findServicesWithEvents,
  newDelivery,
  type PendingEvent,
  type StoredDeliveries,
  storeDeliveries,
} from '../webhooks/outbox.ts'
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

/** What a step did. */
export interface DispatchedEvents {
  /** How many events it dispatched. */
  count: number
  /** Whether a service has more events than its share of this step. */
  hasMore: boolean
  /** How many deliveries were made for each service. */
  made: Map<string, number>
  claimed: ClaimedDelivery[]
  /** The error of each service for which something failed. Its events that were not dispatched stay. */
  failed: Map<string, unknown>
}

/** The events of a service that a step dispatches, with their deliveries, and what was taken of its minute for these. */
interface ServicePlan {
  serviceId: string
  events: { event: PendingEvent; deliveries: ClaimedDelivery[] }[]
  taken: Taken | null
  hasMore: boolean
}

type Share = Pick<DispatchStep, 'events' | 'deliveries' | 'perMinute'>

/**
 * Makes the deliveries of the oldest events of some services, one for each enabled webhook that wants the event, then marks the events as
 * dispatched. The events of a service that has had its deliveries of this minute stay. Harmless when it is repeated, or done by several
 * processes at once: the ids of deliveries are made from the events'. What fails for one service stops no other.
 * @throws the driver's error where no event could be dispatched; what it claimed by then is due again when the lease ends
 */
export async function dispatchEvents(deps: Deps, step: DispatchStep): Promise<DispatchedEvents> {
  const { serviceIds, claims } = step
  const failed = new Map<string, unknown>()
  const plans = await planStep(deps, step, failed)
  const planned = plans.flatMap(({ events }) => events).flatMap(({ deliveries }) => deliveries)
  const claimId = deps.newId()
  const claimed = planned.filter(({ delivery, webhook }) => {
    if (!claims(webhook)) return false
    Object.assign(delivery, { claimId, dueAt: claimUntil(deps) })
    return true
  })
  let stored: StoredDeliveries = { fresh: new Set(), refused: new Set() }
  try {
    const deliveries = planned.map(({ delivery }) => delivery)
    stored = await storeDeliveries(deps, deliveries, failed)
  } finally {
    await settle(plans, failed, (plan) => uncountRest(deps, plan, stored.fresh))
  }
  const { fresh, refused } = stored
  const made = new Map<string, number>()
  for (const { delivery } of planned) {
    const { _id, serviceId, isLive } = delivery
    if (fresh.has(_id)) tally(deps, { serviceId, field: 'deliveries', isLive })
    if (!refused.has(_id)) made.set(serviceId, (made.get(serviceId) ?? 0) + 1)
  }
  const done = plans.map(({ serviceId, events }) => ({
    serviceId,
    events: events
      .filter(({ deliveries }) => !deliveries.some(({ delivery }) => refused.has(delivery._id)))
      .map(({ event }) => event),
  }))
  await clearMarks(deps, done, failed)
  const count = sum(done.map(({ events }) => events.length))
  const [error] = failed.values()
  if (count === 0 && failed.size > 0 && failed.size === serviceIds.length) throw error
  return {
    count,
    hasMore: plans.some(({ hasMore }) => hasMore),
    made,
    claimed: claimed.filter(({ delivery }) => fresh.has(delivery._id)),
    failed,
  }
}

/** Does some work for each service. One that fails is noted, and the others go on. @returns the results of the others */
async function settle<Item extends { serviceId: string }, Result>(
  items: Item[],
  failed: Map<string, unknown>,
  work: (item: Item) => Promise<Result>,
): Promise<Awaited<Result>[]> {
  const settled = await Promise.all(
    items.map(async (item) => {
      try {
        return [await work(item)]
      } catch (error) {
        failed.set(item.serviceId, error)
        return []
      }
    }),
  )
  return settled.flat()
}

/** What the services of a step get dispatched, in their turn. */
async function planStep(deps: Deps, step: DispatchStep, failed: Map<string, unknown>): Promise<ServicePlan[]> {
  const share = shareOf(step)
  const services = step.serviceIds.map((serviceId) => ({ serviceId }))
  const found = await settle(services, failed, async ({ serviceId }) => ({
    serviceId,
    pending: await findOldest(deps, serviceId, share.events),
  }))
  const ids = found.map(({ serviceId }) => serviceId)
  // Read after the events: a webhook that is enabled by now gets them.
  const receivers = await findReceivers(deps, ids)
  return await settle(found, failed, (each) =>
    planEvents(deps, { ...each, webhooks: receivers.get(each.serviceId) ?? [] }, share),
  )
}

/** Whether a webhook gets this event. */
function wants(webhook: Pick<WebhookDoc, 'events' | 'filterOtpOnly'>, event: EventPayload): boolean {
  if (!webhook.events.includes(event.type)) return false
  return event.type !== 'message.received' || !webhook.filterOtpOnly || event.data.otpCode !== null
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
): Promise<ServicePlan> {
  const planned = pending.map((event) => ({ event, receivers: webhooks.filter((each) => wants(each, event.payload)) }))
  const sizes = planned.map(({ receivers }) => receivers.length)
  const shared = Math.max(1, countWithin(sizes, share.deliveries))
  const wanted = sum(sizes.slice(0, shared))
  const { perMinute } = share
  const taken = wanted === 0 ? null : await takeDeliveries(deps, { serviceId, wanted, perMinute })
  const granted = taken?.granted ?? 0
  const events = planned.slice(0, Math.min(shared, countWithin(sizes, granted))).map(({ event, receivers }) => ({
    event,
    deliveries: receivers.map((webhook) => ({
      delivery: newDelivery(deps, webhook, { eventId: event.id, payload: event.payload }),
      webhook,
    })),
  }))
  const hasMore = granted === wanted && (shared < pending.length || pending.length === share.events)
  return { serviceId, events, taken, hasMore }
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

/**
 * Uncounts the deliveries of a service that were counted and not made; nothing happens where their minute is over. Where all were made, the
 * rest of a partial grant stays counted: the next event does not fit into it, and a minute that is used up is what makes the service wait.
 */
async function uncountRest(deps: Deps, { serviceId, events, taken }: ServicePlan, fresh: Set<string>): Promise<void> {
  const planned = events.flatMap(({ deliveries }) => deliveries)
  const made = planned.filter(({ delivery }) => fresh.has(delivery._id)).length
  if (!taken || made === planned.length) return
  await returnDeliveries(deps, { serviceId, taken, count: taken.granted - made })
}

/** Clears the marks of these events. */
async function clearMarks(
  deps: Deps,
  services: { serviceId: string; events: PendingEvent[] }[],
  failed: Map<string, unknown>,
): Promise<void> {
  async function clear(some: typeof services): Promise<void> {
    const events = some.flatMap((each) => each.events)
    const idsIn = (place: PendingEvent['markedIn']) =>
      events.filter(({ markedIn }) => markedIn === place).map(({ id }) => id)
    const addressIds = events.flatMap(({ payload }) =>
      payload.type === 'message.received' ? payload.data.addressId : [],
    )
    const serviceIds = some.map(({ serviceId }) => serviceId)
    await Promise.all([
      clearPendingReceipts(deps, { addressIds, ids: idsIn('messages') }),
      clearPendingEvents(deps, { serviceIds, ids: idsIn('events') }),
    ])
  }
  try {
    await clear(services)
  } catch {
    // The events of one may have stopped the others. To clear a mark twice is harmless.
    await settle(services, failed, (each) => clear([each]))
  }
}

/** The services whose events can be dispatched now, and when the oldest of these events happened. */
export interface Dispatchable {
  serviceIds: string[]
  oldestAt: Date | null
  /** Services whose events wait, because they have had all their deliveries of this minute. */
  heldServiceIds: string[]
}

/** The services with events to dispatch; those whose events have had their share of `perMinute` in this minute are held. */
export async function findDispatchable(deps: Deps, perMinute: number): Promise<Dispatchable> {
  const found = (await Promise.all([findServicesWithReceipts(deps), findServicesWithEvents(deps)])).flat()
  const ids = [...new Set(found.map(({ serviceId }) => serviceId))]
  const atBound = await servicesAtBound(deps, ids, perMinute)
  const times = found.filter(({ serviceId }) => !atBound.has(serviceId)).map(({ oldestId }) => decodeTime(oldestId))
  return {
    serviceIds: ids.filter((id) => !atBound.has(id)),
    oldestAt: times.length === 0 ? null : new Date(Math.min(...times)),
    heldServiceIds: ids.filter((id) => atBound.has(id)),
  }
}

/** Whether events of a service wait because they have had their share of `perMinute` in this minute. */
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
