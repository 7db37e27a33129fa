import type { DeliveryDoc } from '../src/webhooks/delivery-model.ts'
import { createWebhook } from '../src/webhooks/manage-webhooks.ts'
import { testWebhook } from '../src/webhooks/test-webhook.ts'
import { webhookTargets } from '../src/webhooks/webhook-targets.ts'
import { startCoreWorld } from './core-world.ts'

/** A core world with two webhooks, which get mails with a code alone. */
export async function startWithWebhooks() {
  const world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const input = { id: serviceId, url: 'https://hooks.example.com/', events: ['message.received' as const] }
  const create = () => createWebhook(deps, operator, { ...input, filterOtpOnly: true, targets: webhookTargets([]) })
  const [{ id }, { id: otherId }] = [await create(), await create()]
  const deliveries = deps.db.collection<DeliveryDoc>('deliveries')
  return {
    world,
    id,
    otherId,
    deliveries,
    async delivery(fields: Partial<DeliveryDoc> = {}, webhookId = id) {
      const { id: made } = await testWebhook(deps, operator, { id: webhookId, event: 'message.received' })
      await deliveries.updateOne({ _id: made }, { $set: fields })
      return made
    },
    entries: (action: 'webhook.recovered' | 'webhook.redelivered' | 'webhook.tested') =>
      deps.db.collection('auditLog').find({ action }).toArray(),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** Long before any test. */
export const longAgo = '2020-01-01T00:00:00Z'
/** The fields of a delivery that has failed for good. */
export const failed = { state: 'failed', failedInRow: 8, attemptCount: 8, completedAt: new Date(longAgo) } as const
