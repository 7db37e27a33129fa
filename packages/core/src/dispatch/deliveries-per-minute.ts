import type { Deps } from '../deps.ts'
import { findUsedUp, type Taken, takeFromWindow } from '../rate-limits/take-from-window.ts'

const windowMs = 60_000

const bucketOf = (serviceId: string) => `deliveries:${serviceId}`

/** Deliveries of a service, which may have `perMinute` in a minute. */
interface CountedDeliveries {
  serviceId: string
  perMinute: number
}

/** Counts deliveries that are to be made for a service, as many as it may still have in this minute. */
export async function takeDeliveries(
  deps: Deps,
  { serviceId, wanted, perMinute }: CountedDeliveries & { wanted: number },
): Promise<Taken | null> {
  if (wanted === 0) return null
  return await takeFromWindow(deps, { bucket: bucketOf(serviceId), wanted, limit: perMinute, windowMs })
}

/** Uncounts deliveries that were counted and not made; nothing happens where their minute is over. */
export async function returnDeliveries(
  deps: Deps,
  { serviceId, perMinute, taken, count }: CountedDeliveries & { taken: Taken; count: number },
): Promise<void> {
  if (count === 0) return
  const window = { bucket: bucketOf(serviceId), limit: perMinute, windowMs }
  const { windowEndsAt } = await takeFromWindow(deps, { ...window, wanted: -count })
  // The next minute has begun, and must not have more for it.
  if (windowEndsAt > taken.windowEndsAt) await takeFromWindow(deps, { ...window, wanted: count })
}

/** Which of these services have had all deliveries of this minute: their events wait. */
export async function servicesAtBound(deps: Deps, serviceIds: string[], perMinute: number): Promise<Set<string>> {
  const usedUp = await findUsedUp(deps, serviceIds.map(bucketOf), { limit: perMinute, windowMs })
  return new Set(serviceIds.filter((id) => usedUp.has(bucketOf(id))))
}
