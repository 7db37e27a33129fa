import type { ClientSession } from 'mongodb'
import { decodeTime } from 'ulid'
import type { Deps } from '../deps.ts'
import { type InboxSweepOrder, sweepOrderModel } from './sweep-order-model.ts'

/** Longer than any write may take, so that mail that is being committed beside a deletion is swept too. */
const delayMs = 60_000
/** Until then messages may still come to name large parts; from the writing of these. Must stay above `confirmedWithinMs`. */
const sourceDelayMs = 120_000

/** Leaves messages that no reader can see any more to the sweep; inside `tx` where one is given. */
export async function enqueueInboxSweeps(
  deps: Deps,
  inboxes: Pick<InboxSweepOrder, 'addressId' | 'upTo'>[],
  tx?: ClientSession,
): Promise<void> {
  const orders = inboxes.map((inbox) => ({ ...inbox, ...newOrder(deps) }))
  await sweepOrderModel.in(deps.db).insertMany(orders, tx ? { session: tx } : {})
}

/**
 * Leaves the addresses of a removed domain to the sweep, also those that are being inserted beside its removal; inside `tx` where one is
 * given.
 */
export async function enqueueDomainSweep(deps: Deps, domainId: string, tx?: ClientSession): Promise<void> {
  await sweepOrderModel.in(deps.db).insertOne({ domainId, ...newOrder(deps) }, tx ? { session: tx } : {})
}

/**
 * Leaves large parts to the sweep, which deletes those that no message names: the copies of a mail share them, and some of these may
 * still be committing.
 */
export async function enqueueSourceSweep(deps: Deps, sourceIds: string[], tx?: ClientSession): Promise<void> {
  if (sourceIds.length === 0) return
  const soonest = deps.clock.now().getTime() + delayMs
  const orders = sourceIds.map((sourceId) => ({
    _id: deps.newId(),
    sourceId,
    dueAt: new Date(Math.max(soonest, decodeTime(sourceId) + sourceDelayMs)),
  }))
  await sweepOrderModel.in(deps.db).insertMany(orders, tx ? { session: tx } : {})
}

const newOrder = (deps: Deps) => ({ _id: deps.newId(), dueAt: new Date(deps.clock.now().getTime() + delayMs) })
