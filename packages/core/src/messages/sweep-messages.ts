import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { inboxIndex, messageModel } from './message-model.ts'
import { orderSourceSweep } from './order-sweep.ts'
import { type InboxSweepOrder, type SweepOrderDoc, sweepOrderModel } from './sweep-order-model.ts'
import { sweepRawSource } from './sweep-raw-source.ts'

/** Small enough that no step holds up the mail that commits beside it. */
const stepSize = 500
const takenMs = 60_000

/**
 * Does one small step of the sweep: removes up to 500 messages, or one raw source, of the oldest order that is due.
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

  const isDone = await obey(deps, order)
  if (isDone) await orders.deleteOne({ _id: order._id })
  else await orders.updateOne({ _id: order._id }, { $set: { dueAt: now } })
  return true
}

/** @returns whether nothing is left of what was ordered */
async function obey(deps: Deps, order: SweepOrderDoc): Promise<boolean> {
  if (!('sourceId' in order)) return await sweepInbox(deps, order)
  await sweepRawSource(deps, order.sourceId)
  return true
}

async function sweepInbox(deps: Deps, { addressId, upTo }: InboxSweepOrder): Promise<boolean> {
  const messages = messageModel.in(deps.db)
  const scope = { addressId, ...(upTo === null ? {} : { _id: { $lte: upTo } }) }
  const found = await messages
    .find(scope, { projection: { sourceId: 1 }, hint: inboxIndex, maxTimeMS: readBudgetMs })
    .limit(stepSize)
    .toArray()
  const sourceIds = new Set(found.flatMap(({ sourceId }) => sourceId ?? []))
  await orderSourceSweep(deps, [...sourceIds])
  if (found.length > 0) await messages.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })
  return found.length < stepSize
}
