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
import { listNewestFirst } from '../paging/list-newest-first.ts'
import { getWebhook } from '../webhooks/read-webhooks.ts'
import { type DeliveryDoc, deliveryModel, toDelivery, toDeliveryDetail } from './delivery-model.ts'

/** Lists a webhook's deliveries, newest first. @throws NOT_FOUND; BAD_REQUEST `invalid_cursor` */
export async function listDeliveries(deps: Deps, caller: Person, input: ListDeliveriesInput): Promise<Page<Delivery>> {
  const { id, state, eventType, cursor, limit } = input
  await getWebhook(deps, caller, { id, role: 'viewer' })
  // Failed ones have an index of their own; for all others the index wants the types, be it all of them.
  const type = eventType ?? (state === 'failed' ? undefined : { $in: [...webhookEvents] })
  const filter = { webhookId: id, ...(state && { state }), ...(type && { eventType: type }) }
  const scope = { list: 'deliveries', filters: { id, state, eventType } }
  const page = await listNewestFirst<DeliveryDoc>(deliveryModel.in(deps.db), filter, { scope, cursor, limit })
  return { data: page.data.map(toDelivery), meta: page.meta }
}

/** Reads a delivery with what was sent, and the attempts. @throws NOT_FOUND */
export async function readDelivery(deps: Deps, caller: Person, id: string): Promise<DeliveryDetail> {
  const { delivery } = await getDelivery(deps, caller, { id, role: 'viewer' })
  return toDeliveryDetail(delivery)
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
