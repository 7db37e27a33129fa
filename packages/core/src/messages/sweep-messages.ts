import { removeAddressesOfDomain } from '../addresses/remove-addresses-of-domain.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { recordEvent } from '../events/record-event.ts'
import { inboxIndex, messageModel } from './message-model.ts'
import { orderSourceSweep } from './order-sweep.ts'
import {
  type DomainSweepOrder,
  type InboxSweepOrder,
  type SourceSweepOrder,
  sweepOrderModel,
} from './sweep-order-model.ts'
import { sweepSources } from './sweep-sources.ts'
import { listItemFields, toMessageListItem } from './to-message.ts'

/** Small enough that no step holds up the mail that commits beside it. */
const stepSize = 500
const takenMs = 60_000

/**
 * Does one small step of the sweep: removes up to 500 messages or addresses, or what lies apart, as the oldest orders say that are due.
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

  if ('sourceId' in order) await runSourceSweepOrders(deps, order)
  else if (await runSweepOrder(deps, order)) await orders.deleteOne({ _id: order._id })
  else await orders.updateOne({ _id: order._id }, { $set: { dueAt: now } })
  return true
}

/** With others of its kind: every mail with something apart brings one, and most have nothing to remove. */
async function runSourceSweepOrders(deps: Deps, first: SourceSweepOrder): Promise<void> {
  const orders = sweepOrderModel.in(deps.db)
  const others = await orders
    .find<SourceSweepOrder>(
      { dueAt: { $lte: deps.clock.now() }, sourceId: { $exists: true } },
      { sort: { dueAt: 1 }, limit: stepSize, maxTimeMS: readBudgetMs },
    )
    .toArray()
  const due = [first, ...others]
  await sweepSources(
    deps,
    due.map(({ sourceId }) => sourceId),
  )
  await orders.deleteMany({ _id: { $in: due.map(({ _id }) => _id) } })
}

/** @returns whether nothing is left of what was ordered */
function runSweepOrder(deps: Deps, order: InboxSweepOrder | DomainSweepOrder): Promise<boolean> {
  return 'domainId' in order ? removeAddressesOfDomain(deps, order.domainId) : sweepInbox(deps, order)
}

async function sweepInbox(deps: Deps, { addressId, upTo }: InboxSweepOrder): Promise<boolean> {
  const messages = messageModel.in(deps.db)
  const scope = { addressId, ...(upTo === null ? {} : { _id: { $lte: upTo } }) }
  const found = await messages
    .find(scope, { projection: { sourceId: 1, pendingEvent: 1 }, hint: inboxIndex, maxTimeMS: readBudgetMs })
    .limit(stepSize)
    .toArray()
  const sourceIds = new Set(found.flatMap(({ sourceId }) => sourceId ?? []))
  await orderSourceSweep(deps, [...sourceIds])
  await deleteWithPendingEvents(
    deps,
    found.filter(({ pendingEvent }) => pendingEvent).map(({ _id }) => _id),
  )
  if (found.length > 0) await messages.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })
  return found.length < stepSize
}

/** Removes messages whose `message.received` nobody has picked up yet, which leave that event behind, as where one is deleted alone. */
async function deleteWithPendingEvents(deps: Deps, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const messages = messageModel.in(deps.db)
  const pending = { _id: { $in: ids }, pendingEvent: true } as const
  await inTransaction(deps.db, async (tx) => {
    const projection = { ...listItemFields, serviceId: 1, isLive: 1 } as const
    const options = { session: tx, projection, sort: { _id: 1 }, maxTimeMS: readBudgetMs } as const
    for (const message of await messages.find(pending, options).toArray()) {
      const { serviceId, isLive } = message
      const data = { ...toMessageListItem(message), serviceId }
      await recordEvent(deps, tx, { type: 'message.received', serviceId, isLive, data })
    }
    await messages.deleteMany(pending, { session: tx })
  })
}
