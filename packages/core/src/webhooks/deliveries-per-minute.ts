import { AppError } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import { findUsedUp, returnToWindow, type Take, type Taken, takeFromWindow } from '../rate-limits/take-from-window.ts'

const windowMs = 60_000

const bucketOf = (serviceId: string) => `deliveries:${serviceId}`

/** Deliveries of a service, which may have `perMinute` in a minute. */
interface WantedDeliveries {
  serviceId: string
  perMinute: number
  wanted: number
}

/** How many deliveries of a minute are kept for what people ask for: tests, and deliveries that are sent again. */
const keptForPeople = (perMinute: number) => Math.max(1, Math.floor(perMinute / 10))

/** How many deliveries of a minute events may have. */
const shareOfEvents = (perMinute: number) => perMinute - keptForPeople(perMinute)

/** How many deliveries of a minute recoveries may have, so that half of it is left to events. */
const shareOfRecoveries = (perMinute: number) => shareOfEvents(perMinute) - Math.ceil(perMinute / 2)

/** Counts deliveries that are to be made for events of a service, as many as these may still have in this minute. */
export function takeDeliveries(deps: Deps, { serviceId, wanted, perMinute }: WantedDeliveries): Promise<Taken> {
  return takeFromWindow(deps, { bucket: bucketOf(serviceId), wanted, limit: shareOfEvents(perMinute), windowMs })
}

/** Uncounts deliveries that were counted and not made; nothing happens where their minute is over. */
export async function returnDeliveries(
  deps: Deps,
  { serviceId, taken, count }: { serviceId: string; taken: Taken; count: number },
): Promise<void> {
  if (count === 0) return
  await returnToWindow(deps, { bucket: bucketOf(serviceId), windowMs, count }, taken.windowEndsAt)
}

/** Makes up to `most` deliveries. @returns how many it made */
type Make<Made extends { count: number }> = (most: number) => Promise<Made>

/**
 * Makes deliveries of a service that a person asked for: they count as those of its events do, and may have all that is left of this
 * minute. Those that `make` did not make are not counted.
 * @throws TOO_MANY_REQUESTS `rate_limited` where nothing is left; what `make` throws
 */
export function makeCounted<Made extends { count: number }>(
  deps: Deps,
  { serviceId, wanted, perMinute }: WantedDeliveries,
  make: Make<Made>,
): Promise<Made> {
  return makeWithin(deps, { bucket: bucketOf(serviceId), wanted, limit: perMinute, windowMs }, make)
}

/** The same for deliveries that a recovery makes: all recoveries of a service together have a share of the minute. */
export function makeRecovered<Made extends { count: number }>(
  deps: Deps,
  asked: WantedDeliveries,
  make: Make<Made>,
): Promise<Made> {
  const { serviceId, wanted, perMinute } = asked
  const take = { bucket: `recoveries:${serviceId}`, wanted, limit: shareOfRecoveries(perMinute), windowMs }
  return makeWithin(deps, take, (most) => makeCounted(deps, { ...asked, wanted: most }, make))
}

async function makeWithin<Made extends { count: number }>(deps: Deps, take: Take, make: Make<Made>): Promise<Made> {
  const taken = await takeFromWindow(deps, take)
  if (taken.granted === 0) throw tooManyDeliveries(taken)
  let count = 0
  try {
    const made = await make(taken.granted)
    count = made.count
    return made
  } finally {
    await giveBack(deps, { ...take, count: taken.granted - count }, taken)
  }
}

async function giveBack(deps: Deps, rest: Take & { count: number }, { windowEndsAt }: Taken): Promise<void> {
  if (rest.count === 0) return
  try {
    await returnToWindow(deps, rest, windowEndsAt)
  } catch {
    // They stay counted until the minute ends. The caller hears what was made, or why nothing was.
  }
}

function tooManyDeliveries({ windowEndsAt, takenAt }: Taken): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((windowEndsAt.getTime() - takenAt.getTime()) / 1000))
  const message =
    'This service has had its webhook deliveries of this minute for tests and resending: try again in the next one'
  return AppError.of('rate_limited', { message, retryAfterSeconds })
}

/** Which of these services have had all deliveries of this minute that events may have: their events wait. */
export async function servicesAtBound(deps: Deps, serviceIds: string[], perMinute: number): Promise<Set<string>> {
  const usedUp = await findUsedUp(deps, serviceIds.map(bucketOf), { limit: shareOfEvents(perMinute), windowMs })
  return new Set(serviceIds.filter((id) => usedUp.has(bucketOf(id))))
}
