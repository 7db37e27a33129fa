import {
  type Delivery,
  type DeliveryDetail,
  type ListDeliveriesInput,
  type Page,
  type Role,
  webhookEvents,
} from '@inlet/contract'
import { type Person, permitted } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst, searchNewestFirst } from '../paging/list-newest-first.ts'
import { type DeliveryDoc, deliveryModel, failedIndex, typeIndex } from './delivery-model.ts'
import { listedFields, toDelivery, toDeliveryDetail } from './delivery-shapes.ts'
import { getWebhook } from './read-webhooks.ts'

/**
 * Lists a webhook's deliveries, newest first.
 * @throws NOT_FOUND; BAD_REQUEST `invalid_cursor`; TOO_MANY_REQUESTS `rate_limited` where a state is named that needs a search, and too many
 * searches run at the same time
 */
export async function listDeliveries(deps: Deps, caller: Person, input: ListDeliveriesInput): Promise<Page<Delivery>> {
  const { id, state, eventType, cursor, limit } = input
  const webhook = await getWebhook(deps, caller, { id, role: 'viewer' })
  const collection = deliveryModel.in(deps.db)
  const { within, matching, index } = partsOf(input)
  const place = { scope: { list: 'deliveries', filters: { id, state, eventType } }, cursor, limit, index }
  const page = matching
    ? await searchNewestFirst<DeliveryDoc>(
        { collection, within, matching, projection, deps, serviceId: webhook.serviceId },
        place,
      )
    : await listNewestFirst<DeliveryDoc>(collection, within, place)
  return { data: page.data.map((delivery) => toDelivery(delivery, webhook)), meta: page.meta }
}

const projection = Object.fromEntries(listedFields.map((field) => [field, 1]))

/** What an index answers of the filters, and what is left for a search; null where nothing is. */
function partsOf({ id: webhookId, state, eventType }: ListDeliveriesInput) {
  if (state === 'failed') {
    return { within: { webhookId, state }, matching: eventType ? { eventType } : null, index: failedIndex }
  }
  // The index wants the types, be it all of them.
  const within = { webhookId, eventType: eventType ?? { $in: [...webhookEvents] } }
  return { within, matching: state ? { state } : null, index: typeIndex }
}

/** Reads a delivery with what was sent, and the attempts. @throws NOT_FOUND */
export async function readDelivery(deps: Deps, caller: Person, id: string): Promise<DeliveryDetail> {
  const { delivery, webhook } = await getDelivery(deps, caller, { id, role: 'viewer' })
  return toDeliveryDetail(delivery, webhook)
}

/**
 * The stored delivery and its webhook, for a caller who has this role in their service.
 * @throws NOT_FOUND, also where the webhook was deleted and its deliveries are not removed yet; FORBIDDEN `insufficient_role`
 */
export async function getDelivery(deps: Deps, caller: Person, { id, role }: { id: string; role: Role }) {
  const noun = 'delivery'
  const stored = await deliveryModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
  const delivery = permitted(caller, stored, { role: 'viewer', noun })
  const webhook = await getWebhook(deps, caller, { id: delivery.webhookId, role, noun })
  return { delivery, webhook }
}
