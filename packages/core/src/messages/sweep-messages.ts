import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { inboxIndex, messageModel } from './message-model.ts'
import { sweepOrderModel } from './sweep-order-model.ts'

/** Small enough that no step holds up the mail that commits beside it. */
const stepSize = 500
const takenMs = 60_000

/**
 * Does one small step of the sweep: removes up to 500 messages of the oldest order that is due.
 * @returns whether there was anything to do
 */
export async function sweepMessages(deps: Deps): Promise<boolean> {
  const orders = sweepOrderModel.in(deps.db)
  const now = deps.clock.now()
  // Taken for a minute: another worker takes another order, and one whose step fails does not stand before all the rest.
  const order = await orders.findOneAndUpdate(
    { dueAt: { $lte: now } },
    { $set: { dueAt: new Date(now.getTime() + takenMs) } },
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
  else await orders.updateOne({ _id: order._id }, { $set: { dueAt: now } })
  return true
}
