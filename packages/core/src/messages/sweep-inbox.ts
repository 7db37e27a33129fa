import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { findServices } from '../services/find-services.ts'
import { enqueueSourceSweep } from '../sweep-orders/enqueue-sweep.ts'
import { countRemoved } from '../sweep-orders/service-sweep-progress.ts'
import type { InboxSweepOrder } from '../sweep-orders/sweep-order-model.ts'
import { recordEvent } from '../webhooks/stored-events.ts'
import { inboxIndex, listItemFields, messageModel } from './message-model.ts'
import { toMessageListItem } from './message-shapes.ts'

/** Small enough that no step delays the mail that is committed beside it. */
const stepSize = 500

/**
 * Deletes up to 500 messages of an inbox that no reader can see any more, with the events that are still pending in them written.
 * @returns whether the order is completed
 */
export async function sweepInbox(deps: Deps, { addressId, upTo, forService }: InboxSweepOrder): Promise<boolean> {
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
      addressId,
      found.filter(({ pendingEvent }) => pendingEvent).map(({ _id }) => _id),
    )
    await messages.deleteMany({ _id: { $in: ids }, addressId })
  } else {
    // Their events have no receiver any more.
    await inTransaction(deps.db, async (tx) => {
      const { deletedCount } = await messages.deleteMany({ _id: { $in: ids }, addressId }, { session: tx })
      await countRemoved(deps, tx, { serviceId: forService, messages: deletedCount })
    })
  }
  return found.length < stepSize
}

/**
 * Deletes messages whose `message.received` event is pending, and writes that event, as `deleteMessage` does, unless their service was deleted
 * meanwhile.
 */
async function deleteWithPendingEvents(deps: Deps, addressId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const messages = messageModel.in(deps.db)
  const pending = { _id: { $in: ids }, addressId, pendingEvent: true } as const
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
