import { AppError, type Delivery, type RecoverWebhookInput } from '@inlet/contract'
import type { Person } from '../access/caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { type DeliveryDoc, deliveryModel, toDelivery } from './delivery-model.ts'
import { getDelivery } from './read-deliveries.ts'
import { getWebhook } from './read-webhooks.ts'
import { recordWebhookChange } from './record-webhook-change.ts'

/**
 * Due now, with all retries again. The claim stays: where a worker is sending it at this moment and succeeds, that result counts and
 * nothing is sent twice.
 */
const dueAgain = (deps: Deps): Partial<DeliveryDoc> => ({
  state: 'pending',
  dueAt: deps.clock.now(),
  failedInRow: 0,
  completedAt: null,
})

/**
 * Sends a delivery again, whatever its state, under the same `webhook-id`; one that is pending is due at once. Where its webhook is
 * disabled it waits. A user needs the role admin. @throws NOT_FOUND; FORBIDDEN `insufficient_role`
 */
export async function redeliver(deps: Deps, caller: Person, id: string): Promise<Delivery> {
  const { webhook } = await getDelivery(deps, caller, { id, role: 'admin' })
  const requeued = await inTransaction(deps.db, async (tx) => {
    const found = await deliveryModel
      .in(deps.db)
      .findOneAndUpdate({ _id: id }, { $set: dueAgain(deps) }, { session: tx, returnDocument: 'after' })
    if (!found) throw new AppError('NOT_FOUND', 'No such delivery')
    await recordWebhookChange(deps, tx, { caller, webhook, action: 'webhook.redelivered', note: id })
    return found
  })
  return toDelivery(requeued, webhook)
}

/** How many deliveries one transaction brings back. */
const stepSize = 1000

/**
 * Sends a webhook's failed deliveries again that were made since a time, each under its own `webhook-id`. They are brought back by
 * thousands, each thousand with its audit entry: an end in between leaves the rest to another call. A user needs the role admin.
 * @returns how many @throws NOT_FOUND; FORBIDDEN `insufficient_role`
 */
export async function recoverWebhook(
  deps: Deps,
  caller: Person,
  { id, since }: RecoverWebhookInput,
): Promise<{ requeued: number }> {
  const webhook = await getWebhook(deps, caller, { id, role: 'admin' })
  const isFailed = { webhookId: id, state: 'failed', createdAt: { $gte: new Date(since) } } as const
  const deliveries = deliveryModel.in(deps.db)
  let requeued = 0
  for (;;) {
    const step = await inTransaction(deps.db, async (tx) => {
      const found = await deliveries
        .find(isFailed, { projection: { _id: 1 }, session: tx })
        .limit(stepSize)
        .toArray()
      if (found.length === 0) return 0
      const ids = found.map(({ _id }) => _id)
      await deliveries.updateMany({ _id: { $in: ids } }, { $set: dueAgain(deps) }, { session: tx })
      const note = `${ids.length} of ${since} or later`
      await recordWebhookChange(deps, tx, { caller, webhook, action: 'webhook.recovered', note })
      return ids.length
    })
    requeued += step
    if (step < stepSize) return { requeued }
  }
}
