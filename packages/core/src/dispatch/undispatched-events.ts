import { decodeTime } from 'ulid'
import type { Deps } from '../deps.ts'
import { countPendingReceipts, findPendingReceipts, findServicesWithReceipts } from '../messages/pending-receipts.ts'
import { countPendingEvents, findPendingEvents, findServicesWithEvents } from '../webhooks/pending-events.ts'
import { servicesAtBound } from './delivery-bound.ts'

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
