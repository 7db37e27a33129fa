import type { Delivery } from '@inlet/contract'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Inserted, Updated } from '../feed-events/change.ts'
import { type DeliveryDoc, deliveryModel } from './delivery-model.ts'
import { type ListedDelivery, listedFields, toDelivery } from './delivery-shapes.ts'
import { findWebhooks } from './find-webhooks.ts'

/** A new delivery, or one that was tried or brought back. */
export type DeliveryChange = Inserted<'deliveries.insert', Omit<ListedDelivery, '_id'>> | Updated<'deliveries.update'>

const updated = 'updateDescription.updatedFields'

/** The changes of deliveries that live feeds report, and which fields of a new one. A claim by a worker changes nothing that is shown. */
export const watchedDeliveries = {
  fields: [...listedFields],
  filters: [
    { 'ns.coll': deliveryModel.name, operationType: 'insert' },
    {
      'ns.coll': deliveryModel.name,
      operationType: 'update',
      [`${updated}.claimId`]: { $exists: false },
      $or: ['state', 'attemptCount', 'dueAt'].map((field) => ({ [`${updated}.${field}`]: { $exists: true } })),
    },
  ],
}

/** A delivery in its public shape, with its service. */
interface DeliveryItem {
  serviceId: string
  item: Delivery
}

/** The new deliveries of these changes, by id. */
export function newDeliveryItems(
  deps: Deps,
  changes: readonly { key: string; document: Omit<ListedDelivery, '_id'> }[],
): Promise<Map<string, DeliveryItem>> {
  return itemsOf(
    deps,
    changes.map(({ key, document }) => ({ ...document, _id: key })),
  )
}

/** The deliveries of these ids that are still stored, by id. */
export async function findDeliveryItems(deps: Deps, ids: readonly string[]): Promise<Map<string, DeliveryItem>> {
  if (ids.length === 0) return new Map()
  const found = await deliveryModel
    .in(deps.db)
    .find<DeliveryDoc>({ _id: { $in: ids } }, { projection: { payload: 0, attempts: 0 }, maxTimeMS: readBudgetMs })
    .toArray()
  return itemsOf(deps, found)
}

async function itemsOf(deps: Deps, deliveries: ListedDelivery[]): Promise<Map<string, DeliveryItem>> {
  const webhooks = await findWebhooks(deps, [...new Set(deliveries.map(({ webhookId }) => webhookId))])
  return new Map(
    deliveries.map((delivery) => {
      const webhook = webhooks.get(delivery.webhookId) ?? { state: 'disabled' }
      return [delivery._id, { serviceId: delivery.serviceId, item: toDelivery(delivery, webhook) }]
    }),
  )
}
