import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type SweepOrderDoc, sweepOrderModel } from './sweep-order-model.ts'

/** Longer than any write of ours may take, so that a mail committing beside a deletion is swept too. */
const delayMs = 60_000

/** Leaves messages that are already invisible for a worker to remove; inside `tx` where one is given. */
export async function orderSweep(
  deps: Deps,
  order: Pick<SweepOrderDoc, 'addressId' | 'upTo'>,
  tx?: ClientSession,
): Promise<void> {
  const row = { ...order, _id: deps.newId(), dueAt: new Date(deps.clock.now().getTime() + delayMs) }
  await sweepOrderModel.in(deps.db).insertOne(row, tx ? { session: tx } : {})
}
