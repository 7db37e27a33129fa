import type { Delivery } from '@inlet/contract'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Inserted, Updated } from '../feed/change.ts'
import { type DeliveryDoc, deliveryModel, type ListedDelivery, listedFields, toDelivery } from './delivery-model.ts'

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

/** The public shape of a new delivery. */
export const toNewDeliveryItem = (_id: string, delivery: Omit<ListedDelivery, '_id'>): Delivery =>
  toDelivery({ ...delivery, _id })

/** The deliveries of these ids that are still stored, in their public shape and with their service, by id. */
export async function findDeliveryItems(
  deps: Deps,
  ids: readonly string[],
): Promise<Map<string, { serviceId: string; item: Delivery }>> {
  if (ids.length === 0) return new Map()
  const found = await deliveryModel
    .in(deps.db)
    .find<DeliveryDoc>({ _id: { $in: ids } }, { projection: { payload: 0, attempts: 0 }, maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((delivery) => [delivery._id, { serviceId: delivery.serviceId, item: toDelivery(delivery) }]))
}
