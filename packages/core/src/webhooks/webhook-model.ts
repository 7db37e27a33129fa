import { randomBytes } from 'node:crypto'
import { type Webhook, webhookEvents } from '@inlet/contract'
import { z } from 'zod'
import type { AuditTarget } from '../audit-log/audit-entry-model.ts'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** A secret: `whsec_` and 32 random bytes in Base64, kept readable because the sender signs with it. */
const webhookSecret = z.object({
  value: z.string(),
  /** Null for the newest. */
  expiresAt: date.nullable(),
})

/** A receiver of a service's events. */
export const webhookDoc = z.object({
  _id: z.string(),
  serviceId: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.enum(webhookEvents)),
  /** Concerns `message.received` alone. */
  filterOtpOnly: z.boolean(),
  state: z.enum(['enabled', 'disabled']),
  /** Null while it is enabled. */
  disabledReason: z.enum(['operator', 'gone', 'failing']).nullable(),
  /** Newest first: one, or two while a rotation's grace lasts. Every one that has not expired signs. */
  secrets: z.array(webhookSecret),
  createdAt: date,
  /** To five seconds: a busy webhook does not write each of its successes here. */
  lastSuccessAt: date.nullable(),
  /** The first failure after the last success. */
  failingSince: date.nullable(),
})
export type WebhookDoc = z.infer<typeof webhookDoc>

/** The collection of webhooks. */
export const webhookModel = defineModel<WebhookDoc>({
  document: webhookDoc,
  name: 'webhooks',
  indexes: [
    // The webhooks of one service: its list, newest first, and the receivers of its events.
    { key: { serviceId: 1, _id: -1 } },
  ],
})

/** A webhook in the audit log: by its host alone, since the rest of a URL may hold a secret. */
export const auditedWebhook = ({ _id, url }: Pick<WebhookDoc, '_id' | 'url'>): AuditTarget => ({
  kind: 'webhook',
  id: _id,
  name: URL.parse(url)?.host ?? null,
})

/** The public shape of a webhook, without its secrets. */
export const toWebhook = (webhook: WebhookDoc): Webhook => ({
  id: webhook._id,
  serviceId: webhook.serviceId,
  url: webhook.url,
  description: webhook.description,
  events: webhook.events,
  filterOtpOnly: webhook.filterOtpOnly,
  state: webhook.state,
  disabledReason: webhook.disabledReason,
  createdAt: webhook.createdAt.toISOString(),
  lastSuccessAt: webhook.lastSuccessAt?.toISOString() ?? null,
  failingSince: webhook.failingSince?.toISOString() ?? null,
})

const secretBytes = 32

/** A new secret in the form of Standard Webhooks 1.0: `whsec_`, then random bytes in Base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`
