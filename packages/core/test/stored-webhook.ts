import type { WebhookDoc } from '../src/webhooks/webhook-model.ts'
import type { CoreWorld } from './core-world.ts'
import { dispatchOnce } from './dispatch-once.ts'
import { storedMessage } from './stored-message.ts'

/** Stores an enabled webhook of the service, for `message.received` unless `more` says otherwise. */
export async function storedWebhook(
  { deps, serviceId }: Pick<CoreWorld, 'deps' | 'serviceId'>,
  more: Partial<WebhookDoc> = {},
): Promise<WebhookDoc> {
  const webhook: WebhookDoc = {
    _id: deps.newId(),
    serviceId,
    url: 'https://hooks.example.com/token-in-the-path',
    description: null,
    events: ['message.received'],
    filterOtpOnly: false,
    state: 'enabled',
    disabledReason: null,
    secrets: [{ value: `whsec_${Buffer.alloc(32, 7).toString('base64')}`, expiresAt: null }],
    createdAt: deps.clock.now(),
    lastSuccessAt: null,
    failingSince: null,
    ...more,
  }
  await deps.db.collection<WebhookDoc>('webhooks').insertOne(webhook)
  return webhook
}

/** Stores a webhook with this many pending deliveries. */
export async function storedWebhookWithDeliveries(world: CoreWorld, count: number): Promise<WebhookDoc> {
  const webhook = await storedWebhook(world)
  for (let made = 0; made < count; made += 1) await storedMessage(world, { pendingEvent: true })
  await dispatchOnce(world.deps)
  return webhook
}
