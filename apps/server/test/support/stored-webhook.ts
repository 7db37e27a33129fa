import type { Deps, WebhookDoc } from '@inlet/core'

/** The secret of stored webhooks, for their receivers. */
export const webhookSecret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

/** Stores an enabled webhook for every event. @returns its id */
export async function storeWebhook(
  { db, newId }: Pick<Deps, 'db' | 'newId'>,
  of: Pick<WebhookDoc, 'serviceId' | 'url'> & Partial<WebhookDoc>,
): Promise<string> {
  const webhook: WebhookDoc = {
    _id: newId(),
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
  await db.collection<WebhookDoc>('webhooks').insertOne(webhook)
  return webhook._id
}
