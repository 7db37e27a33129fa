import type { Delivery, DeliveryDetail } from '@inlet/contract'
import type { DeliveryDoc } from './delivery-model.ts'
import type { WebhookDoc } from './webhook-model.ts'

/** The fields that the public shape of a delivery is made of, and its service. */
export const listedFields = [
  '_id',
  'webhookId',
  'serviceId',
  'eventType',
  'state',
  'attemptCount',
  'dueAt',
  'lastStatus',
  'createdAt',
  'completedAt',
] as const

/** The header `webhook-id`, the same in every attempt. */
export const deliveryMessageId = (id: string): string => `msg_${id}`

/** A delivery without what was sent. */
export type ListedDelivery = Pick<DeliveryDoc, (typeof listedFields)[number]>

/** The public shape of a delivery; one of a disabled webhook has no time for its next attempt. */
export const toDelivery = (delivery: ListedDelivery, { state }: Pick<WebhookDoc, 'state'>): Delivery => ({
  id: delivery._id,
  webhookId: delivery.webhookId,
  messageId: deliveryMessageId(delivery._id),
  eventType: delivery.eventType,
  state: delivery.state,
  attemptCount: delivery.attemptCount,
  nextAttemptAt: delivery.state === 'pending' && state === 'enabled' ? delivery.dueAt.toISOString() : null,
  lastStatus: delivery.lastStatus,
  createdAt: delivery.createdAt.toISOString(),
  completedAt: delivery.completedAt?.toISOString() ?? null,
})

/** The public shape of a delivery with what was sent, and the attempts. */
export const toDeliveryDetail = (delivery: DeliveryDoc, webhook: Pick<WebhookDoc, 'state'>): DeliveryDetail => ({
  ...toDelivery(delivery, webhook),
  payload: delivery.payload,
  attempts: delivery.attempts.map(({ at, ...attempt }) => ({ at: at.toISOString(), ...attempt })),
})
