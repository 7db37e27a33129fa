import { AppError } from '@inlet/contract'
import { TurnTimeout } from '@inlet/threads'
import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { databaseError, isDuplicateKey } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { quotaExceeded, quotaOf } from '../plans/quotas.ts'
import { type AddressCountDoc, addressCountModel } from './address-count-model.ts'
import { type AddressUse, countAddressUse } from './find-address.ts'

/** After this time a count is not relied on, whoever may have made addresses without reserving them. */
const countedMs = 60_000
/** A count without room is as good as a new one for so long: first mails that are refused do not make the database count at each of them. */
const refusedMs = 1_000
/** Longer than an address can take to be inserted. */
const pendingMs = 5 * 60_000
/** A count is overtaken only by reservations that begin or end meanwhile. */
const tries = 5
/** So long a call waits for others of its service that make addresses. */
const insertWaitMs = 5_000
/** Room for visitors comes as addresses are deleted, or after 90 days. */
const shareRetrySeconds = 3_600

/** New addresses of one service, by their ids; whether a visitor makes them, or a first mail. */
interface NewAddresses {
  serviceId: string
  ids: string[]
  isByVisitor: boolean
}

/** How many addresses a service may have, and how many of them visitors and first mails may make. */
export interface AddressLimits {
  all: number
  byVisitors: number
}

/** What the plan of a service allows; null where it has no limit. */
export function addressLimits(deps: Deps, service: { plan?: string }): AddressLimits | null {
  const all = quotaOf(deps, service, 'addresses')
  return all === null ? null : { all, byVisitors: Math.floor(all / 2) }
}

/** Which limit has no room for a new address. */
export type AddressRefusal = 'quota_exceeded' | 'visitor_share_used'

/** For how many new addresses there is room, and which limit has none for more. */
interface Room {
  count: number
  refusal: AddressRefusal
}

function roomIn({ used, usedByVisitors }: AddressUse, limits: AddressLimits, isByVisitor: boolean): Room {
  const whole = Math.max(0, limits.all - used)
  const share = Math.max(0, limits.byVisitors - usedByVisitors)
  return isByVisitor && share < whole
    ? { count: share, refusal: 'visitor_share_used' }
    : { count: whole, refusal: 'quota_exceeded' }
}

/**
 * Reserves room for new addresses by one conditional update, so that no process makes more than the plan allows. Each reservation must be
 * ended, unless nobody knows whether its addresses were inserted. @returns for how many of them there is room, in their order
 * @throws SERVICE_UNAVAILABLE where counting was overtaken again and again
 */
export async function reserveAddresses(
  deps: Deps,
  { limits, ...wanted }: NewAddresses & { limits: AddressLimits },
): Promise<Room> {
  const { serviceId, isByVisitor } = wanted
  let { ids } = wanted
  let refusal: AddressRefusal = 'quota_exceeded'
  for (let left = tries; left > 0 && ids.length > 0; left -= 1) {
    if (await take(deps, { ...wanted, ids, limits })) return { count: ids.length, refusal }
    const { isCurrent, ...use } = await countAgain(deps, serviceId)
    const room = roomIn(use, limits, isByVisitor)
    // Beside others' calls a count is often overtaken: strangers are refused by it all the same, where it has no room.
    if (!isCurrent && !(isByVisitor && room.count === 0)) continue
    ids = ids.slice(0, room.count)
    refusal = room.refusal
  }
  if (ids.length === 0) return { count: 0, refusal }
  throw tooManyAtOnce()
}

const tooManyAtOnce = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many addresses are made at once', { retryAfterSeconds: 1 })

async function take(
  deps: Deps,
  { serviceId, ids, isByVisitor, limits }: NewAddresses & { limits: AddressLimits },
): Promise<boolean> {
  const now = deps.clock.now()
  const mark = { until: new Date(now.getTime() + pendingMs), ...(isByVisitor && { isByVisitor }) }
  const { matchedCount } = await addressCountModel.in(deps.db).updateOne(
    {
      _id: serviceId,
      used: { $lte: limits.all - ids.length },
      ...(isByVisitor && { usedByVisitors: { $lte: limits.byVisitors - ids.length } }),
      countedUntil: { $gt: now },
    },
    {
      $inc: { used: ids.length, ...(isByVisitor && { usedByVisitors: ids.length }), revision: 1 },
      $push: { pending: { $each: ids.map((addressId) => ({ addressId, ...mark })) } },
    },
    { maxTimeMS: readBudgetMs },
  )
  return matchedCount === 1
}

/** Ends a reservation; `unused` of its addresses were not inserted, and their room is given back. */
export async function endReservation(
  deps: Deps,
  { serviceId, ids, isByVisitor, unused }: NewAddresses & { unused: number },
): Promise<void> {
  if (ids.length === 0) return
  const given = { used: -unused, ...(isByVisitor && { usedByVisitors: -unused }) }
  try {
    await addressCountModel
      .in(deps.db)
      .updateOne(
        { _id: serviceId, 'pending.addressId': { $in: ids } },
        { $inc: { ...given, revision: 1 }, $pull: { pending: { addressId: { $in: ids } } } },
      )
  } catch (error) {
    // The addresses are there, or not, whatever becomes of the reservation; it ends by its time.
    if (!databaseError(error)) throw error
  }
}

/** Counts the addresses and reservations of a service; simultaneous callers share it. */
const countAgain = (deps: Deps, serviceId: string): Promise<CountedUse> =>
  deps.addressCounts(serviceId, () => countOnce(deps, serviceId))

/** `isCurrent`: nothing was reserved, ended or given back since it began, so that it was stored. */
export type CountedUse = AddressUse & { isCurrent: boolean }

async function countOnce(deps: Deps, serviceId: string): Promise<CountedUse> {
  const counts = addressCountModel.in(deps.db)
  const before = await counts.findOne({ _id: serviceId }, { maxTimeMS: readBudgetMs })
  const now = deps.clock.now()
  const pending = (before?.pending ?? []).filter(({ until }) => until > now)
  const made = await countAddressUse(deps, serviceId, { except: pending.map(({ addressId }) => addressId) })
  const use = {
    used: made.used + pending.length,
    usedByVisitors: made.usedByVisitors + pending.filter(({ isByVisitor }) => isByVisitor).length,
  }
  const counted = { ...use, pending, countedUntil: new Date(now.getTime() + countedMs) }
  if (!before) return { ...use, isCurrent: await insertCount(deps, { _id: serviceId, ...counted, revision: 1 }) }

  const { matchedCount } = await counts.updateOne(
    { _id: serviceId, revision: before.revision },
    { $set: counted, $inc: { revision: 1 } },
  )
  return { ...use, isCurrent: matchedCount === 1 }
}

async function insertCount(deps: Deps, count: AddressCountDoc): Promise<boolean> {
  try {
    await addressCountModel.in(deps.db).insertOne(count)
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** Makes the next reservation count again, inside the transaction that gives the service another plan: the last one did not reserve. */
export async function expireAddressCount(deps: Deps, tx: ClientSession, serviceId: string): Promise<void> {
  await addressCountModel
    .in(deps.db)
    .updateOne({ _id: serviceId }, { $set: { countedUntil: deps.clock.now() }, $inc: { revision: 1 } }, { session: tx })
}

/** Which limit of a service has no room for an address that a first mail would make; null where there is room, or no limit. */
export async function firstMailRefusal(
  deps: Deps,
  service: { _id: string; plan?: string },
): Promise<AddressRefusal | null> {
  const limits = addressLimits(deps, service)
  if (!limits) return null
  const refusalOf = (use: AddressUse) => {
    const { count, refusal } = roomIn(use, limits, true)
    return count > 0 ? null : refusal
  }
  const now = deps.clock.now()
  const counted = await addressCountModel
    .in(deps.db)
    .findOne(
      { _id: service._id, countedUntil: { $gt: now } },
      { projection: { used: 1, usedByVisitors: 1, countedUntil: 1 }, maxTimeMS: readBudgetMs },
    )
  if (counted?.usedByVisitors !== undefined) {
    const { used, usedByVisitors, countedUntil } = counted
    const refusal = refusalOf({ used, usedByVisitors })
    const ageMs = now.getTime() + countedMs - countedUntil.getTime()
    if (refusal === null || ageMs < refusedMs) return refusal
  }
  const { isCurrent, ...use } = await countAgain(deps, service._id)
  // The commit decides where it is not certain.
  return isCurrent ? refusalOf(use) : null
}

interface WantedAddress {
  service: { _id: string; plan?: string }
  id: string
  isByVisitor: boolean
}

/**
 * Inserts one address where the plan of its service has room for it. `insert` returns null where it inserted none. Each is three writes, two
 * of them to the count of the service: a process does a few at a time, and the others wait for them.
 * @throws PAYMENT_REQUIRED `quota_exceeded`; to a visitor TOO_MANY_REQUESTS `visitor_share_used`; SERVICE_UNAVAILABLE without a turn in time
 */
export async function insertWithinPlan<T>(
  deps: Deps,
  { service, id, isByVisitor }: WantedAddress,
  insert: () => Promise<T | null>,
): Promise<T | null> {
  const limits = addressLimits(deps, service)
  if (!limits) return await insert()
  const wanted = { serviceId: service._id, ids: [id], isByVisitor }
  const insertCounted = async () => {
    const { count, refusal } = await reserveAddresses(deps, { ...wanted, limits })
    if (count === 0) throw refused(refusal)
    const inserted = await insert()
    await endReservation(deps, { ...wanted, unused: inserted === null ? 1 : 0 })
    return inserted
  }
  try {
    return await deps.countedInserts.run({ key: service._id, maxWaitMs: insertWaitMs }, insertCounted)
  } catch (error) {
    throw error instanceof TurnTimeout ? tooManyAtOnce() : error
  }
}

const refused = (refusal: AddressRefusal): AppError =>
  refusal === 'quota_exceeded'
    ? quotaExceeded('addresses')
    : AppError.of(refusal, { retryAfterSeconds: shareRetrySeconds })
