import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { countRemoved } from '../sweep-orders/service-sweep-progress.ts'
import { deliveryModel } from './delivery-model.ts'

/** Small enough for a short transaction: a delivery may have 100 kB. */
const stepSize = 500

/**
 * Deletes up to 500 deliveries of a webhook that does not exist any more. `forService` is the deleted service that it belonged to, if any.
 * @returns whether it has none left
 */
export async function deleteDeliveries(deps: Deps, webhookId: string, forService?: string): Promise<boolean> {
  const deliveries = deliveryModel.in(deps.db)
  const options = { projection: { _id: 1 }, limit: stepSize, maxTimeMS: readBudgetMs } as const
  const found = await deliveries.find({ webhookId }, options).toArray()
  if (found.length === 0) return true

  const ids = { _id: { $in: found.map(({ _id }) => _id) }, webhookId }
  await inTransaction(deps.db, async (tx) => {
    const { deletedCount } = await deliveries.deleteMany(ids, { session: tx })
    await countRemoved(deps, tx, { serviceId: forService, deliveries: deletedCount })
  })
  return found.length < stepSize
}
