import { randomBytes } from 'node:crypto'
import type { Webhook, WebhookEvent } from '@inlet/contract'
import type { AuditTarget } from '../audit-log/audit-entry-model.ts'
import { defineModel } from '../database/model.ts'

/** A receiver of a service's events. */
export interface WebhookDoc {
  _id: string
  serviceId: string
  url: string
  description: string | null
  events: WebhookEvent[]
  /** Concerns `message.received` alone. */
  filterOtpOnly: boolean
  state: Webhook['state']
  /** Null while it is enabled. */
  disabledReason: Webhook['disabledReason']
  /** Newest first: one, or two while a rotation's grace lasts. Every one that has not expired signs. */
  secrets: WebhookSecret[]
  createdAt: Date
  /** To five seconds: a busy webhook does not write each of its successes here. */
  lastSuccessAt: Date | null
  /** The first failure after the last success. */
  failingSince: Date | null
}

/** A secret: `whsec_` and 32 random bytes in Base64, kept readable because the sender signs with it. */
export interface WebhookSecret {
  value: string
  /** Null for the newest. */
  expiresAt: Date | null
}

/** The collection of webhooks. */
export const webhookModel = defineModel<WebhookDoc>({
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
