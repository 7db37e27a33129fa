import { AppError } from '@inlet/contract'
import { type Caller, permitted } from '../access/caller.ts'
import { deleteAddressesOfDomain } from '../addresses/delete-addresses.ts'
import { settleAddressesOfWildcard } from '../addresses/settle-addresses.ts'
import { countDeletion } from '../addresses/touch-addresses.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { recordFeedEvent } from '../feed-events/feed-events.ts'
import { findServices } from '../services/find-services.ts'
import { enqueueSourceSweep } from '../sweep-orders/enqueue-sweep.ts'
import { countRemoved } from '../sweep-orders/service-sweep-progress.ts'
import {
  type InboxSweepOrder,
  type ServiceSweepOrder,
  type SourceSweepOrder,
  type SweepOrderDoc,
  sweepOrderModel,
} from '../sweep-orders/sweep-order-model.ts'
import { deleteDeliveries } from '../webhooks/delete-deliveries.ts'
import { recordEvent } from '../webhooks/stored-events.ts'
import { sweepService } from '../whole-service/sweep-service.ts'
import { deleteUnnamedLargeParts } from './large-parts.ts'
import { inboxIndex, listItemFields, messageModel } from './message-model.ts'
import { toMessageListItem } from './message-shapes.ts'
import { findVisibleMessage } from './read-message.ts'

const deletedFields = { ...listItemFields, serviceId: 1, isLive: 1, sourceId: 1, pendingEvent: 1 } as const

/**
 * Deletes a message, with its `message.deleted` event (specification section 4.2), which a visitor's deletion does not have (section 6). A
 * `message.received` event that is still pending in the message is written first. A user needs the role admin, a visitor the owner's session
 * where the inbox has an owner.
 * @throws NOT_FOUND, also to the second of two simultaneous callers; FORBIDDEN `wrong_service`, `insufficient_role`, `wrong_session`;
 * UNAUTHORIZED `session_required`
 */
export async function deleteMessage(deps: Deps, caller: Caller, id: string): Promise<void> {
  permitted(caller, await findVisibleMessage(deps, id), {
    role: 'admin',
    noun: 'message',
  })

  await inTransaction(deps.db, async (tx) => {
    const deleted = await messageModel
      .in(deps.db)
      .findOneAndDelete({ _id: id }, { session: tx, projection: deletedFields })
    if (!deleted) throw new AppError('NOT_FOUND', 'No such message')

    await countDeletion(deps, deleted.addressId, tx)
    const { serviceId, isLive, sourceId } = deleted
    const data = toMessageListItem(deleted)
    const event = { serviceId, isLive, data: { ...data, serviceId } }
    if (deleted.pendingEvent) await recordEvent(deps, tx, { ...event, type: 'message.received' })
    // Live feeds report it in both cases; of the event for webhooks they know by themselves.
    if (caller.kind !== 'visitor') await recordEvent(deps, tx, { ...event, type: 'message.deleted' })
    else await recordFeedEvent(deps, tx, { serviceId, content: { type: 'message.deleted', data } })
    await enqueueSourceSweep(deps, sourceId === undefined ? [] : [sourceId], { tx })
    // Neither subject nor sender: the content of a mail must not be kept in a log that is kept a year longer.
    const target = { kind: 'message', id, name: null } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'message.deleted', target })
  })
}

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

async function sweepInbox(deps: Deps, { addressId, upTo, forService }: InboxSweepOrder): Promise<boolean> {
  const messages = messageModel.in(deps.db)
  const scope = { addressId, ...(upTo === null ? {} : { _id: { $lte: upTo } }) }
  const found = await messages
    .find(scope, { projection: { sourceId: 1, pendingEvent: 1 }, hint: inboxIndex, maxTimeMS: readBudgetMs })
    .limit(stepSize)
    .toArray()
  if (found.length === 0) return true

  const sourceIds = [...new Set(found.flatMap(({ sourceId }) => sourceId ?? []))]
  await enqueueSourceSweep(deps, sourceIds, { forService })
  const ids = found.map(({ _id }) => _id)
  if (forService === undefined) {
    await deleteWithPendingEvents(
      deps,
      found.filter(({ pendingEvent }) => pendingEvent).map(({ _id }) => _id),
    )
    await messages.deleteMany({ _id: { $in: ids } })
  } else {
    // Their events have no receiver any more.
    await inTransaction(deps.db, async (tx) => {
      const { deletedCount } = await messages.deleteMany({ _id: { $in: ids } }, { session: tx })
      await countRemoved(deps, tx, { serviceId: forService, messages: deletedCount })
    })
  }
  return found.length < stepSize
}

/**
 * Deletes messages whose `message.received` event is pending, and writes that event, as `deleteMessage` does, unless their service was deleted
 * meanwhile.
 */
async function deleteWithPendingEvents(deps: Deps, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const messages = messageModel.in(deps.db)
  const pending = { _id: { $in: ids }, pendingEvent: true } as const
  await inTransaction(deps.db, async (tx) => {
    const projection = { ...listItemFields, serviceId: 1, isLive: 1 } as const
    const options = { session: tx, projection, sort: { _id: 1 }, maxTimeMS: readBudgetMs } as const
    const found = await messages.find(pending, options).toArray()
    const services = await findServices(deps, [...new Set(found.map(({ serviceId }) => serviceId))])
    for (const message of found) {
      const { serviceId, isLive } = message
      if (!services.has(serviceId)) continue
      const data = { ...toMessageListItem(message), serviceId }
      await recordEvent(deps, tx, { type: 'message.received', serviceId, isLive, data })
    }
    await messages.deleteMany(pending, { session: tx })
  })
}
