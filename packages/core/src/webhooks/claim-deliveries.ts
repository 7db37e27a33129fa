import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type DeliveryDoc, deliveryModel, pendingIndex } from './delivery-model.ts'

/** Longer than a call can take (17 s): a claim needs no renewal, and a worker that died delays its deliveries by this much at most. */
const leaseMs = 30_000

/** The end of a lease that begins now. */
export const claimUntil = (deps: Deps): Date => new Date(deps.clock.now().getTime() + leaseMs)

/** A webhook with a pending delivery that is due, and since when its earliest one is. */
export interface DueWebhook {
  webhookId: string
  dueAt: Date
}

/** The webhooks with a pending delivery that is due, disabled ones too. Reads one key of the index for each, however much is pending. */
export function findDueWebhooks(deps: Deps): Promise<DueWebhook[]> {
  return deliveryModel
    .in(deps.db)
    .aggregate<DueWebhook>(
      [
        { $match: { state: 'pending' } },
        { $sort: pendingIndex },
        { $group: { _id: '$webhookId', dueAt: { $first: '$dueAt' } } },
        { $match: { dueAt: { $lte: deps.clock.now() } } },
        { $project: { _id: 0, webhookId: '$_id', dueAt: 1 } },
      ],
      { hint: pendingIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
}

/**
 * Claims up to `limit` deliveries of a webhook that are due, in the order in which they are. Until the lease of 30 s ends no other worker
 * claims them. @returns what this call claimed: fewer where another worker was faster
 */
export async function claimDeliveries(
  deps: Deps,
  { webhookId, limit }: { webhookId: string; limit: number },
): Promise<DeliveryDoc[]> {
  const deliveries = deliveryModel.in(deps.db)
  const isDue = { state: 'pending', webhookId, dueAt: { $lte: deps.clock.now() } } as const
  const due = await deliveries
    .find(isDue, { projection: { _id: 1 }, sort: { dueAt: 1 }, limit, hint: pendingIndex, maxTimeMS: readBudgetMs })
    .toArray()
  if (due.length === 0) return []

  const ids = due.map(({ _id }) => _id)
  const claimId = deps.newId()
  const claim = { $set: { dueAt: claimUntil(deps), claimId } }
  const { modifiedCount } = await deliveries.updateMany({ _id: { $in: ids }, ...isDue }, claim)
  if (modifiedCount === 0) return []
  return await deliveries.find({ _id: { $in: ids }, state: 'pending', claimId }, { maxTimeMS: readBudgetMs }).toArray()
}

/** Gives back deliveries that were claimed and not tried: any worker can claim them at once. */
export async function giveBackDeliveries(deps: Deps, claimed: Pick<DeliveryDoc, '_id' | 'claimId'>[]): Promise<void> {
  if (claimed.length === 0) return
  const dueAt = deps.clock.now()
  const updates = claimed.map(({ _id, claimId }) => ({
    updateOne: { filter: { _id, state: 'pending' as const, claimId }, update: { $set: { dueAt } } },
  }))
  await deliveryModel.in(deps.db).bulkWrite(updates, { ordered: false })
}

/** Counting stops here: a figure above it would say nothing more. */
const countedAtMost = 100_000

/** How many deliveries are due, of disabled webhooks too; at most 100,000. */
export function countDueDeliveries(deps: Deps): Promise<number> {
  const isDue = { state: 'pending', dueAt: { $lte: deps.clock.now() } } as const
  const options = { limit: countedAtMost, hint: pendingIndex, maxTimeMS: readBudgetMs }
  return deliveryModel.in(deps.db).countDocuments(isDue, options)
}
