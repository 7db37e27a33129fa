import type { ClientSession } from 'mongodb'
import { decodeTime } from 'ulid'
import type { Deps } from '../deps.ts'
import { type InboxSweepOrder, sweepOrderModel } from './sweep-order-model.ts'

/** Longer than any write of ours may take, so that a mail committing beside a deletion is swept too. */
const delayMs = 60_000
/** Until then messages may still come that name a source; counted from its writing. It must stay above `confirmedWithinMs`. */
const sourceDelayMs = 120_000

/** Leaves messages that are already invisible for a worker to remove; inside `tx` where one is given. */
export async function orderSweep(
  deps: Deps,
  order: Pick<InboxSweepOrder, 'addressId' | 'upTo'>,
  tx?: ClientSession,
): Promise<void> {
  await sweepOrderModel.in(deps.db).insertOne({ ...order, ...newOrder(deps) }, tx ? { session: tx } : {})
}

/** Leaves all messages of deleted addresses for a worker to remove. */
export async function orderSweeps(deps: Deps, addressIds: string[], tx: ClientSession): Promise<void> {
  const orders = addressIds.map((addressId) => ({ addressId, upTo: null, ...newOrder(deps) }))
  await sweepOrderModel.in(deps.db).insertMany(orders, { session: tx })
}

/**
 * Leaves the addresses of a removed domain for a worker to remove, those too that are being made beside its removal; inside `tx` where one
 * is given.
 */
export async function orderDomainSweep(deps: Deps, domainId: string, tx?: ClientSession): Promise<void> {
  await sweepOrderModel.in(deps.db).insertOne({ domainId, ...newOrder(deps) }, tx ? { session: tx } : {})
}

/**
 * Leaves what lies apart from messages for a worker to remove, once no message names it: the copies of a mail share it, and some of
 * them may still be committing.
 */
export async function orderSourceSweep(deps: Deps, sourceIds: string[], tx?: ClientSession): Promise<void> {
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
