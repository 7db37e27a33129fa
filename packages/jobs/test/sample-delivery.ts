import type { DeliveryDoc, WebhookDoc } from '@inlet/core'
import { secretOf } from './webhook-world.ts'

/** A delivery that a worker has claimed. */
export const sampleDelivery = (more: Partial<DeliveryDoc> = {}): DeliveryDoc => ({
  _id: '01JD3QA4C9T5V7X9Z1B3D5F7H9',
  webhookId: 'w',
  serviceId: 's',
  eventType: 'address.created',
  isLive: true,
  payload: '{}',
  state: 'pending',
  dueAt: new Date(),
  claimId: 'c',
  attemptCount: 0,
  failedInRow: 0,
  attempts: [],
  lastStatus: null,
  createdAt: new Date(),
  completedAt: null,
  ...more,
})

/** The webhook of that delivery, without a URL. */
export const sampleWebhook = (more: Partial<WebhookDoc> = {}): WebhookDoc => ({
  _id: 'w',
  serviceId: 's',
  url: '',
  description: null,
  events: ['address.created'],
  filterOtpOnly: false,
  state: 'enabled',
  disabledReason: null,
  secrets: [{ value: secretOf(1), expiresAt: null }],
  createdAt: new Date(),
  lastSuccessAt: null,
  failingSince: null,
  ...more,
})
