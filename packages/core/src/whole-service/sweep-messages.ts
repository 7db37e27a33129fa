import { deleteAddressesOfDomain } from '../addresses/delete-addresses.ts'
import { settleAddressesOfWildcard } from '../addresses/settle-addresses.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { deleteUnnamedLargeParts } from '../messages/large-parts.ts'
import { sweepInbox } from '../messages/sweep-inbox.ts'
import {
  type ServiceSweepOrder,
  type SourceSweepOrder,
  type SweepOrderDoc,
  sweepOrderModel,
} from '../sweep-orders/sweep-order-model.ts'
import { deleteDeliveries } from '../webhooks/delete-deliveries.ts'
import { sweepService } from './sweep-service.ts'

/** Small enough that no step delays the mail that is committed beside it. */
const stepSize = 500
const leaseMs = 60_000

/**
 * Runs one small step of the sweep: deletes up to 500 records, or large parts, for the oldest orders that are due. A step that is cut off is
 * repeated, by whichever process is next. @returns whether there was an order
 */
export async function sweepMessages(deps: Deps): Promise<boolean> {
  const orders = sweepOrderModel.in(deps.db)
  const now = deps.clock.now()
  // Leased for a minute: another worker takes another order, and an order whose step fails does not block the others.
  const order = await orders.findOneAndUpdate(
    { dueAt: { $lte: now } },
    { $set: { dueAt: new Date(now.getTime() + leaseMs) } },
    { sort: { dueAt: 1 }, maxTimeMS: readBudgetMs },
  )
  if (!order) return false

  if ('sourceId' in order) await runSourceSweepOrders(deps, order)
  else {
    const nextAt = await runSweepOrder(deps, order, now)
    if (nextAt === null) await orders.deleteOne({ _id: order._id })
    else await orders.updateOne({ _id: order._id }, { $set: { dueAt: nextAt } })
  }
  return true
}

/** Together with other orders of its kind: every mail with large parts has one, and most have nothing to delete. */
async function runSourceSweepOrders(deps: Deps, first: SourceSweepOrder): Promise<void> {
  const orders = sweepOrderModel.in(deps.db)
  const others = await orders
    .find<SourceSweepOrder>(
      { dueAt: { $lte: deps.clock.now() }, sourceId: { $exists: true } },
      { sort: { dueAt: 1 }, limit: stepSize, maxTimeMS: readBudgetMs },
    )
    .toArray()
  const due = [first, ...others]
  await deleteUnnamedLargeParts(
    deps,
    due.map(({ sourceId }) => sourceId),
  )
  await orders.deleteMany({ _id: { $in: due.map(({ _id }) => _id) } })
}

/** @returns when its next step is due; null where it is completed */
async function runSweepOrder(
  deps: Deps,
  order: Exclude<SweepOrderDoc, SourceSweepOrder>,
  now: Date,
): Promise<Date | null> {
  if ('serviceId' in order) return await sweepService(deps, order)
  return (await runStep(deps, order)) ? null : now
}

/** @returns whether the order is completed */
async function runStep(
  deps: Deps,
  order: Exclude<SweepOrderDoc, SourceSweepOrder | ServiceSweepOrder>,
): Promise<boolean> {
  if ('domainId' in order) return await deleteAddressesOfDomain(deps, order.domainId, order.forService)
  if ('wildcardId' in order) return await settleAddressesOfWildcard(deps, order)
  if ('webhookId' in order) return await deleteDeliveries(deps, order.webhookId, order.forService)
  return await sweepInbox(deps, order)
}
