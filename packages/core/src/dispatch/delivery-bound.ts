import type { Deps } from '../deps.ts'
import { findUsedUp, takeFromWindow } from '../rate-limits/take-from-window.ts'

const windowMs = 60_000

const bucketOf = (serviceId: string) => `deliveries:${serviceId}`

/** Counts deliveries that are to be made for a service. @returns how many of them it may still have in this minute */
export async function takeDeliveries(
  deps: Deps,
  { serviceId, wanted, perMinute }: { serviceId: string; wanted: number; perMinute: number },
): Promise<number> {
  if (wanted === 0) return 0
  const take = { bucket: bucketOf(serviceId), wanted, limit: perMinute, windowMs }
  return (await takeFromWindow(deps, take)).granted
}

/** Which of these services have had all deliveries of this minute: their events wait. */
export async function servicesAtBound(deps: Deps, serviceIds: string[], perMinute: number): Promise<Set<string>> {
  const usedUp = await findUsedUp(deps, serviceIds.map(bucketOf), { limit: perMinute, windowMs })
  return new Set(serviceIds.filter((id) => usedUp.has(bucketOf(id))))
}
