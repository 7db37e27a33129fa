import {
  type Delivery,
  dayMs,
  type EventPayload,
  limits,
  type TestWebhookInput,
  type WebhookEvent,
} from '@inlet/contract'
import type { Person } from '../access/caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { makeCounted } from './deliveries-per-minute.ts'
import { deliveryModel } from './delivery-model.ts'
import { toDelivery } from './delivery-shapes.ts'
import { newDelivery } from './outbox.ts'
import { getWebhook } from './read-webhooks.ts'
import { recordWebhookChange } from './record-webhook-change.ts'

/**
 * Sends an event of this type to one webhook, whatever it gets otherwise: made up, `livemode` false, about records that do not exist. Where
 * the webhook is disabled it waits. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; TOO_MANY_REQUESTS `rate_limited` where the service has had its deliveries of the minute
 */
export async function testWebhook(
  deps: Deps,
  caller: Person,
  { id, event, perMinute = limits.webhookDeliveriesPerMinute }: TestWebhookInput & { perMinute?: number },
): Promise<Delivery> {
  const webhook = await getWebhook(deps, caller, { id, role: 'admin' })
  const { serviceId } = webhook
  const payload = testPayload(deps, serviceId, event)
  const delivery = newDelivery(deps, webhook, { eventId: deps.newId(), payload })
  await makeCounted(deps, { serviceId, perMinute, wanted: 1 }, () =>
    inTransaction(deps.db, async (tx) => {
      await deliveryModel.in(deps.db).insertOne(delivery, { session: tx })
      const note = `${event} ${delivery._id}`
      await recordWebhookChange(deps, tx, { caller, webhook, action: 'webhook.tested', note })
      return { count: 1 }
    }),
  )
  return toDelivery(delivery, webhook)
}

const fullAddress = 'signup-4711@mail.example'

function testPayload(deps: Deps, serviceId: string, type: WebhookEvent): EventPayload {
  const now = deps.clock.now()
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  const timestamp = now.toISOString()
  const common = { timestamp, livemode: false }
  if (type === 'address.created') {
    return {
      type,
      ...common,
      data: {
        id: deps.newId(),
        serviceId,
        domainId: deps.newId(),
        localPart: fullAddress.slice(0, fullAddress.indexOf('@')),
        fullAddress,
        hasPassword: false,
        ttlSeconds: 0,
        expiresAt: inDays(limits.farFutureDays).toISOString(),
        createdAt: timestamp,
      },
    }
  }
  const data = {
    id: deps.newId(),
    serviceId,
    addressId: deps.newId(),
    fromAddr: 'no-reply@shop.example',
    fromName: 'Shop',
    toAddr: fullAddress,
    subject: 'Your code is 482913',
    preview: 'Your code is 482913. It is good for ten minutes.',
    sizeBytes: 2148,
    isRead: false,
    otpCode: '482913',
    tags: ['auth:pass', 'otp', 'tls'],
    receivedAt: timestamp,
    expiresAt: inDays(limits.retentionDaysDefault).toISOString(),
    createdAt: timestamp,
  }
  return { type, ...common, data }
}
