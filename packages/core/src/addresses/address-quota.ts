import { AppError } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { databaseError, isDuplicateKey } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { quotaExceeded, quotaOf } from '../plans/quotas.ts'
import { type AddressCountDoc, addressCountModel } from './address-count-model.ts'
import { countAddresses } from './find-address.ts'

/** After this time a count is not relied on, whoever may have made addresses without reserving them. */
const countedMs = 60_000
/** Longer than an address can take to be inserted. */
const pendingMs = 5 * 60_000
/** A count is overtaken only by reservations that end, of which there are few at a time. */
const tries = 20

/** New addresses of one service, by their ids. */
interface NewAddresses {
  serviceId: string
  ids: string[]
}

/**
 * Reserves room for new addresses by one conditional update, so that no process makes more than the plan allows. Each reservation must be
 * ended, unless nobody knows whether its addresses were inserted. @returns for how many of them there is room, in their order
 * @throws SERVICE_UNAVAILABLE where counting was overtaken again and again
 */
export async function reserveAddresses(
  deps: Deps,
  { serviceId, ids, limit }: NewAddresses & { limit: number },
): Promise<number> {
  let fitting = ids
  for (let left = tries; left > 0 && fitting.length > 0; left -= 1) {
    if (await take(deps, { serviceId, ids: fitting, limit })) return fitting.length
    const used = await countAgain(deps, serviceId)
    if (used !== null) fitting = fitting.slice(0, Math.max(0, limit - used))
  }
  if (fitting.length === 0) return 0
  throw new AppError('SERVICE_UNAVAILABLE', 'Too many addresses are made at once', { retryAfterSeconds: 1 })
}

async function take(deps: Deps, { serviceId, ids, limit }: NewAddresses & { limit: number }): Promise<boolean> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + pendingMs)
  const { matchedCount } = await addressCountModel.in(deps.db).updateOne(
    { _id: serviceId, used: { $lte: limit - ids.length }, countedUntil: { $gt: now } },
    {
      $inc: { used: ids.length, revision: 1 },
      $push: { pending: { $each: ids.map((addressId) => ({ addressId, until })) } },
    },
    { maxTimeMS: readBudgetMs },
  )
  return matchedCount === 1
}

/** Ends a reservation; `unused` of its addresses were not inserted, and their room is given back. */
export async function endReservation(
  deps: Deps,
  { serviceId, ids, unused }: NewAddresses & { unused: number },
): Promise<void> {
  if (ids.length === 0) return
  try {
    await addressCountModel
      .in(deps.db)
      .updateOne(
        { _id: serviceId, 'pending.addressId': { $in: ids } },
        { $inc: { used: -unused, revision: 1 }, $pull: { pending: { addressId: { $in: ids } } } },
      )
  } catch (error) {
    // The addresses are there, or not, whatever becomes of the reservation; it ends by its time.
    if (!databaseError(error)) throw error
  }
}

/** Counts the addresses and reservations of a service; simultaneous callers share it. @returns null where others changed them meanwhile */
const countAgain = (deps: Deps, serviceId: string): Promise<number | null> =>
  deps.addressCounts(serviceId, () => countOnce(deps, serviceId))

async function countOnce(deps: Deps, serviceId: string): Promise<number | null> {
  const counts = addressCountModel.in(deps.db)
  const before = await counts.findOne({ _id: serviceId }, { maxTimeMS: readBudgetMs })
  const now = deps.clock.now()
  const pending = (before?.pending ?? []).filter(({ until }) => until > now)
  const reserved = pending.map(({ addressId }) => addressId)
  const used = reserved.length + (await countAddresses(deps, serviceId, { except: reserved }))
  const counted = { used, pending, countedUntil: new Date(now.getTime() + countedMs) }
  if (!before) return (await insertCount(deps, { _id: serviceId, ...counted, revision: 1 })) ? used : null

  const { matchedCount } = await counts.updateOne(
    { _id: serviceId, revision: before.revision },
    { $set: counted, $inc: { revision: 1 } },
  )
  return matchedCount === 1 ? used : null
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

/** Makes the next reservation count again, inside the transaction that gives the service another plan: the last one may not have reserved. */
export async function expireAddressCount(deps: Deps, tx: ClientSession, serviceId: string): Promise<void> {
  await addressCountModel
    .in(deps.db)
    .updateOne({ _id: serviceId }, { $set: { countedUntil: deps.clock.now() }, $inc: { revision: 1 } }, { session: tx })
}

/** Whether a service has as many addresses as its plan allows, or more. */
export async function isFullOfAddresses(deps: Deps, service: { _id: string; plan?: string }): Promise<boolean> {
  const limit = quotaOf(deps, service, 'addresses')
  if (limit === null) return false
  const counted = await addressCountModel
    .in(deps.db)
    .findOne(
      { _id: service._id, countedUntil: { $gt: deps.clock.now() } },
      { projection: { used: 1 }, maxTimeMS: readBudgetMs },
    )
  if (counted && counted.used < limit) return false
  const used = await countAgain(deps, service._id)
  // The commit decides where it is not certain.
  return used !== null && used >= limit
}

/**
 * Inserts one address where the plan of its service has room for it. `insert` returns null where it inserted none.
 * @throws PAYMENT_REQUIRED `quota_exceeded`
 */
export async function insertWithinPlan<T>(
  deps: Deps,
  { service, id }: { service: { _id: string; plan?: string }; id: string },
  insert: () => Promise<T | null>,
): Promise<T | null> {
  const limit = quotaOf(deps, service, 'addresses')
  if (limit === null) return await insert()
  const wanted = { serviceId: service._id, ids: [id] }
  if ((await reserveAddresses(deps, { ...wanted, limit })) === 0) throw quotaExceeded('addresses')
  const inserted = await insert()
  await endReservation(deps, { ...wanted, unused: inserted === null ? 1 : 0 })
  return inserted
}
