import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type InboxSweepOrder, sweepOrderModel } from './sweep-order-model.ts'

/** Longer than any write of ours may take, so that a mail committing beside a deletion is swept too. */
const delayMs = 60_000

/** Leaves messages that are already invisible for a worker to remove; inside `tx` where one is given. */
export async function orderSweep(
  deps: Deps,
  order: Pick<InboxSweepOrder, 'addressId' | 'upTo'>,
  tx?: ClientSession,
): Promise<void> {
  await sweepOrderModel.in(deps.db).insertOne({ ...order, ...newOrder(deps) }, tx ? { session: tx } : {})
}

/**
 * Leaves large raw sources for a worker to remove, once no message names them: the copies of a mail share one, and some of them may
 * still be committing.
 */
export async function orderSourceSweep(deps: Deps, sourceIds: string[], tx?: ClientSession): Promise<void> {
  if (sourceIds.length === 0) return
  const orders = sourceIds.map((sourceId) => ({ sourceId, ...newOrder(deps) }))
  await sweepOrderModel.in(deps.db).insertMany(orders, tx ? { session: tx } : {})
}

const newOrder = (deps: Deps) => ({ _id: deps.newId(), dueAt: new Date(deps.clock.now().getTime() + delayMs) })
