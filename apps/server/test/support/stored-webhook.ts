import { hourMs } from '@inlet/contract'
import type { DeliveryDoc, Deps, WebhookDoc } from '@inlet/core'

/** The secret of stored webhooks, for their receivers. */
export const webhookSecret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

type Stored = Pick<WebhookDoc, 'serviceId' | 'url'> & Partial<WebhookDoc>

/** Stores an enabled webhook for every event. @returns its id */
export async function storeWebhook({ db, newId }: Pick<Deps, 'db' | 'newId'>, of: Stored): Promise<string> {
  const webhook = webhookDoc(newId(), of)
  await db.collection<WebhookDoc>('webhooks').insertOne(webhook)
  return webhook._id
}

/** Stores many like that. @returns their ids */
export async function storeWebhooks(
  { db, newId }: Pick<Deps, 'db' | 'newId'>,
  { count, ...of }: Stored & { count: number },
): Promise<string[]> {
  const webhooks = Array.from({ length: count }, () => webhookDoc(newId(), of))
  await db.collection<WebhookDoc>('webhooks').insertMany(webhooks)
  return webhooks.map(({ _id }) => _id)
}

function webhookDoc(id: string, of: Stored): WebhookDoc {
  return {
    _id: id,
    description: null,
    events: ['address.created', 'message.received', 'message.deleted'],
    filterOtpOnly: false,
    state: 'enabled',
    disabledReason: null,
    secrets: [{ value: webhookSecret, expiresAt: null }],
    createdAt: new Date(),
    lastSuccessAt: null,
    failingSince: null,
    ...of,
  }
}

/** Inserts a delivery that has failed so far. It is due later than any test looks: nothing is sent. */
export async function storeDelivery(
  { db, newId, clock }: Pick<Deps, 'db' | 'newId' | 'clock'>,
  of: Pick<DeliveryDoc, 'webhookId' | 'serviceId' | 'payload' | 'attempts'>,
): Promise<void> {
  const createdAt = clock.now()
  await db.collection<DeliveryDoc>('deliveries').insertOne({
    ...of,
    _id: newId(),
    eventType: 'message.received',
    isLive: true,
    state: 'pending',
    dueAt: new Date(createdAt.getTime() + 2 * hourMs),
    claimId: null,
    attemptCount: of.attempts.length,
    failedInRow: of.attempts.length,
    lastStatus: of.attempts.at(-1)?.status ?? null,
    createdAt,
    completedAt: null,
  })
}
