import { AppError, type Delivery, limits, type RecoverWebhookInput } from '@inlet/contract'
import type { Person } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import { databaseErrorKind } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { idIndex } from '../paging/list-newest-first.ts'
import { makeCounted, makeRecovered } from './deliveries-per-minute.ts'
import { type DeliveryDoc, deliveryModel, recoveryIndex } from './delivery-model.ts'
import { toDelivery } from './delivery-shapes.ts'
import { getDelivery } from './read-deliveries.ts'
import { getWebhook } from './read-webhooks.ts'
import { recordWebhookChange } from './record-webhook-change.ts'
import type { WebhookDoc } from './webhook-model.ts'

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

/** How many deliveries a service may have in a minute; the default of the setting where it is not named. */
interface DeliveryLimit {
  perMinute?: number
}

/**
 * Sends a delivery again, whatever its state, under the same `webhook-id`; one that is pending is due at once. Where its webhook is
 * disabled it waits. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; TOO_MANY_REQUESTS `rate_limited` where the service has had its deliveries of the minute
 */
export async function redeliver(
  deps: Deps,
  caller: Person,
  { id, perMinute = limits.webhookDeliveriesPerMinute }: DeliveryLimit & { id: string },
): Promise<Delivery> {
  const { webhook } = await getDelivery(deps, caller, { id, role: 'admin' })
  const { serviceId } = webhook
  const { delivery } = await makeCounted(deps, { serviceId, perMinute, wanted: 1 }, async () => ({
    count: 1,
    delivery: await requeueOne(deps, caller, { id, webhook }),
  }))
  return toDelivery(delivery, webhook)
}

function requeueOne(
  deps: Deps,
  caller: Person,
  { id, webhook }: { id: string; webhook: WebhookDoc },
): Promise<DeliveryDoc> {
  return inTransaction(deps.db, async (tx) => {
    const found = await deliveryModel
      .in(deps.db)
      .findOneAndUpdate(
        { _id: id, webhookId: webhook._id },
        { $set: dueAgain(deps) },
        { session: tx, hint: idIndex, returnDocument: 'after' },
      )
    if (!found) throw new AppError('NOT_FOUND', 'No such delivery')
    await recordWebhookChange(deps, tx, { caller, webhook, action: 'webhook.redelivered', note: id })
    return found
  })
}

/** How many deliveries one transaction brings back. */
const stepSize = 1000

/**
 * Sends a webhook's failed deliveries again that were made since a time, oldest first, each under its own `webhook-id`. They are brought
 * back by thousands, each thousand with its audit entry: an end in between leaves the rest to another call. So does the end of what a
 * recovery may take of this minute. A user needs the role admin.
 * @returns how many, and whether others of that time are left
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; TOO_MANY_REQUESTS `rate_limited` where there may be none in this minute
 */
export async function recoverWebhook(
  deps: Deps,
  caller: Person,
  { id, since, perMinute = limits.webhookDeliveriesPerMinute }: RecoverWebhookInput & DeliveryLimit,
): Promise<{ requeued: number; hasMore: boolean }> {
  const webhook = await getWebhook(deps, caller, { id, role: 'admin' })
  const { serviceId } = webhook
  let requeued = 0
  try {
    for (;;) {
      const ids = await findFailed(deps, id, since)
      if (ids.length === 0) return { requeued, hasMore: false }
      const { count } = await makeRecovered(deps, { serviceId, perMinute, wanted: ids.length }, (most) =>
        requeueFailed(deps, caller, { webhook, since, ids: ids.slice(0, most) }),
      )
      requeued += count
    }
  } catch (error) {
    if (requeued > 0 && endsRecovery(error)) return { requeued, hasMore: true }
    throw error
  }
}

/** Whether what was brought back before an error is to be told: the minute has no more, or the database does not go on. */
const endsRecovery = (error: unknown) =>
  (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') || databaseErrorKind(error) !== null

/** The ids of the oldest deliveries of a webhook that were made since a time and have failed, read from the index alone. */
async function findFailed(deps: Deps, webhookId: string, since: string): Promise<string[]> {
  const found = await deliveryModel
    .in(deps.db)
    .find(
      { webhookId, state: 'failed', createdAt: { $gte: new Date(since) } },
      {
        projection: { _id: 1 },
        sort: { createdAt: 1, _id: 1 },
        limit: stepSize,
        hint: recoveryIndex,
        maxTimeMS: readBudgetMs,
      },
    )
    .toArray()
  return found.map(({ _id }) => _id)
}

interface FailedDeliveries {
  webhook: WebhookDoc
  since: string
  ids: string[]
}

/** @returns how many: another recovery may have been faster */
function requeueFailed(
  deps: Deps,
  caller: Person,
  { webhook, since, ids }: FailedDeliveries,
): Promise<{ count: number }> {
  return inTransaction(deps.db, async (tx) => {
    const { modifiedCount: count } = await deliveryModel
      .in(deps.db)
      .updateMany(
        { _id: { $in: ids }, webhookId: webhook._id, state: 'failed' },
        { $set: dueAgain(deps) },
        { session: tx, hint: idIndex },
      )
    if (count === 0) return { count }
    const note = `${count} of ${since} or later`
    await recordWebhookChange(deps, tx, { caller, webhook, action: 'webhook.recovered', note })
    return { count }
  })
}
