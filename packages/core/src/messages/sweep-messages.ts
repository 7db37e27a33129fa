import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { inboxIndex, messageModel } from './message-model.ts'
import { sweepOrderModel } from './sweep-order-model.ts'

/** Small enough that no step holds up the mail that commits beside it. */
const stepSize = 500

/**
 * Does one small step of the sweep: removes up to 500 messages of the oldest order that is due. Several workers do no harm.
 * @returns whether there was anything to do
 */
export async function sweepMessages(deps: Deps): Promise<boolean> {
  const orders = sweepOrderModel.in(deps.db)
  const order = await orders.findOne(
    { dueAt: { $lte: deps.clock.now() } },
    { sort: { dueAt: 1 }, maxTimeMS: readBudgetMs },
  )
  if (!order) return false

  const messages = messageModel.in(deps.db)
  const scope = { addressId: order.addressId, ...(order.upTo === null ? {} : { _id: { $lte: order.upTo } }) }
  const ids = await messages
    .find(scope, { projection: { _id: 1 }, hint: inboxIndex, maxTimeMS: readBudgetMs })
    .limit(stepSize)
    .map(({ _id }) => _id)
    .toArray()
  if (ids.length > 0) await messages.deleteMany({ _id: { $in: ids } })
  if (ids.length < stepSize) await orders.deleteOne({ _id: order._id })
  return true
}
