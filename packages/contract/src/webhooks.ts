import { z } from 'zod'
import { webhookEvents } from './events.ts'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { checkedAtOnce, dataEnvelope, listEnvelope, pageInput, pageMeta } from './paging.ts'
import { countOut, textOf, timestampOut, ulid, ulidOut } from './scalars.ts'

/** Objects */

const webhookEvent = z.enum(webhookEvents)

const webhookExample = {
  id: example.webhookId,
  serviceId: example.serviceId,
  url: example.webhookUrl,
  description: 'Codes for the sign-up tests',
  events: ['message.received' as const],
  filterOtpOnly: true,
  state: 'enabled' as const,
  disabledReason: null,
  createdAt: example.createdAt,
  lastSuccessAt: example.receivedAt,
  failingSince: null,
}

/** A receiver of events, as lists have it: without its secret. */
export const webhook = z
  .object({
    id: ulidOut,
    serviceId: ulidOut,
    url: z.string().meta({ description: 'The URL that receives the events.' }),
    description: z.string().nullable(),
    events: z.array(webhookEvent).meta({ description: 'The types of events that it receives.' }),
    filterOtpOnly: z.boolean().meta({
      description:
        'Whether it receives `message.received` only for mails with a code. The other events are not filtered.',
    }),
    state: z.enum(['enabled', 'disabled']),
    disabledReason: z.enum(['operator', 'gone', 'failing']).nullable().meta({
      description:
        '`operator`: switched off by a user. `gone`: the receiver answered 410. `failing`: every delivery failed for five days. null while it is enabled.',
    }),
    createdAt: timestampOut,
    lastSuccessAt: timestampOut
      .nullable()
      .meta({ description: 'When a delivery last succeeded, accurate to five seconds.' }),
    failingSince: timestampOut.nullable().meta({
      description: 'When the first attempt after the last success failed; null if the last attempt succeeded.',
    }),
  })
  .meta({ id: 'Webhook', description: 'A webhook endpoint.', examples: [webhookExample] })
export type Webhook = z.infer<typeof webhook>

/** A webhook with its secret, as its creation and a rotation answer it. */
export const webhookWithSecret = webhook
  .extend({
    secret: z.string().meta({ description: 'Verifies the signatures (Standard Webhooks 1.0). Shown only once.' }),
  })
  .meta({
    id: 'WebhookWithSecret',
    description: 'A webhook with its secret.',
    examples: [{ ...webhookExample, secret: example.webhookSecret }],
  })
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>

/** Where a delivery stands. */
export const deliveryStates = ['pending', 'succeeded', 'failed', 'cancelled'] as const
export const deliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof deliveryState>

const deliveryExample = {
  id: example.deliveryId,
  webhookId: example.webhookId,
  messageId: `msg_${example.deliveryId}`,
  eventType: 'message.received' as const,
  state: 'succeeded' as const,
  attemptCount: 1,
  nextAttemptAt: null,
  lastStatus: 200,
  createdAt: example.receivedAt,
  completedAt: example.receivedAt,
}

/** One event on its way to one webhook. */
export const delivery = z
  .object({
    id: ulidOut,
    webhookId: ulidOut,
    messageId: z.string().meta({ description: 'The header `webhook-id`, the same in every attempt.' }),
    eventType: webhookEvent,
    state: deliveryState,
    attemptCount: countOut,
    nextAttemptAt: timestampOut.nullable().meta({
      description: 'When the next attempt of a pending delivery is due; null while its webhook is disabled.',
    }),
    lastStatus: countOut
      .nullable()
      .meta({ description: 'The HTTP status of the last response; null if the last attempt got none.' }),
    createdAt: timestampOut,
    completedAt: timestampOut.nullable(),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'The delivery of one event to one webhook.',
    examples: [deliveryExample],
  })
export type Delivery = z.infer<typeof delivery>

/** Why an attempt got no answer, or one that does not count. */
const attemptErrors = ['timeout', 'dns', 'connection', 'tls', 'blocked_address', 'redirect'] as const
export const attemptError = z.enum(attemptErrors)
export type AttemptError = z.infer<typeof attemptError>

/** One call to a webhook. */
export const deliveryAttempt = z.object({
  at: timestampOut,
  durationMs: countOut,
  status: countOut.nullable(),
  error: attemptError.nullable(),
  responseBody: z.string().meta({ description: 'The first 1,024 bytes of the response, as text.' }),
})
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>

/** A delivery with its payload and attempts. */
export const deliveryDetail = delivery
  .extend({
    payload: z.string().meta({ description: 'The body exactly as it was sent.' }),
    attempts: z.array(deliveryAttempt).meta({
      description: `Oldest first; at most the last ${limits.attemptsKept}.`,
    }),
  })
  .meta({
    id: 'WebhookDeliveryDetail',
    description: 'A delivery with its payload and attempts.',
    examples: [
      {
        ...deliveryExample,
        payload: '{"type":"message.received","timestamp":"2026-11-21T09:30:02.113Z","livemode":true,"data":{}}',
        attempts: [{ at: example.receivedAt, durationMs: 84, status: 200, error: null, responseBody: 'ok' }],
      },
    ],
  })
export type DeliveryDetail = z.infer<typeof deliveryDetail>

const serviceId = ulid.meta({ description: 'The service.', examples: [example.serviceId] })
const webhookId = ulid.meta({ description: 'The webhook.', examples: [example.webhookId] })
const deliveryId = ulid.meta({ description: 'The delivery.', examples: [example.deliveryId] })

/** Its scheme, host and port are checked by the use-case: what is allowed depends on the installation. */
const url = textOf({ min: 1, max: limits.webhookUrlMaxChars }).meta({
  description:
    'The URL that receives the events: `https`, port 443, 8443 or 80, a public host, no user name or password. Other URLs are refused with 400 `blocked_address`.',
  examples: [example.webhookUrl],
})
const events = z
  .array(webhookEvent)
  .min(1)
  .max(webhookEvents.length)
  .meta({ description: 'The types of events that it receives.', examples: [['message.received']] })
const filterOtpOnly = z
  .boolean()
  .meta({ description: 'Whether it receives `message.received` only for mails with a code.' })
const description = textOf({ max: limits.webhookDescriptionMaxChars }).meta({ description: 'A note.' })

const webhooksMeta = pageMeta
  .extend({
    eventsWait: z.boolean().meta({
      description:
        'Whether the service has reached its limit of deliveries for this minute, so that further events wait for the next one.',
    }),
  })
  .meta({
    id: 'WebhooksMeta',
    description: 'The position of a page in the list of webhooks, and whether events of the service wait.',
    examples: [{ cursor: example.cursor, hasMore: false, eventsWait: false }],
  })

/** Endpoints: GET /services/:id/webhooks */
export const listWebhooksInput = pageInput.extend({ id: serviceId })
export const listWebhooksOutput = checkedAtOnce(z.object({ data: z.array(webhook), meta: webhooksMeta }))
export type ListWebhooksInput = z.infer<typeof listWebhooksInput>

/** Endpoints: POST /services/:id/webhooks */
export const createWebhookInput = z
  .object({
    id: serviceId,
    url,
    events,
    filterOtpOnly: filterOtpOnly.default(false),
    description: description.optional(),
  })
  .meta({ examples: [{ url: example.webhookUrl, events: ['message.received'], filterOtpOnly: true }] })
export const createWebhookOutput = dataEnvelope(webhookWithSecret)
export type CreateWebhookInput = z.infer<typeof createWebhookInput>

/** Endpoints: GET /webhooks/:id */
export const readWebhookInput = z.object({ id: webhookId })
export const readWebhookOutput = dataEnvelope(webhook)

/** Endpoints: PATCH /webhooks/:id */
export const changeWebhookInput = z
  .object({
    id: webhookId,
    url: url.optional(),
    events: events.optional(),
    filterOtpOnly: filterOtpOnly.optional(),
    description: description.nullable().optional(),
    enabled: z
      .boolean()
      .meta({ description: 'Deliveries of a disabled webhook wait until it is enabled again.' })
      .optional(),
  })
  .meta({ examples: [{ enabled: false }] })
export const changeWebhookOutput = dataEnvelope(webhook)
export type ChangeWebhookInput = z.infer<typeof changeWebhookInput>

/** Endpoints: DELETE /webhooks/:id */
export const deleteWebhookInput = z.object({ id: webhookId })

/** Endpoints: POST /webhooks/:id/test */
export const testWebhookInput = z
  .object({
    id: webhookId,
    event: webhookEvent
      .default('message.received')
      .meta({ description: 'The type of the event, which may be one that the webhook does not subscribe to.' }),
  })
  .meta({ examples: [{ event: 'message.received' }] })
export const testWebhookOutput = dataEnvelope(delivery)
export type TestWebhookInput = z.infer<typeof testWebhookInput>

/** Endpoints: POST /webhooks/:id/rotate-secret */
export const rotateWebhookSecretInput = z.object({ id: webhookId })
export const rotateWebhookSecretOutput = dataEnvelope(webhookWithSecret)

/** Endpoints: POST /webhooks/:id/recover */
export const recoverWebhookInput = z
  .object({
    id: webhookId,
    since: z.iso
      .datetime({ offset: true, error: 'expected a time with its zone, as in 2027-01-31T00:00:00Z' })
      .meta({ description: 'Resends deliveries from this time or later that have failed.' }),
  })
  .meta({ examples: [{ since: example.createdAt }] })
export const recoverWebhookOutput = dataEnvelope(
  z
    .object({
      requeued: countOut.meta({ description: 'The number of deliveries that are pending again.' }),
      hasMore: z.boolean().meta({
        description:
          'Whether there may be further failed deliveries from that time or later. Call again in the next minute.',
      }),
    })
    .meta({ examples: [{ requeued: 12, hasMore: false }] }),
)
export type RecoverWebhookInput = z.infer<typeof recoverWebhookInput>

/** Endpoints: GET /webhooks/:id/deliveries */
export const listDeliveriesInput = pageInput.extend({
  id: webhookId,
  state: deliveryState.meta({ description: 'Only deliveries in this state.', examples: ['failed'] }).optional(),
  eventType: webhookEvent
    .meta({ description: 'Only deliveries of events of this type.', examples: ['message.received'] })
    .optional(),
})
export const listDeliveriesOutput = listEnvelope(delivery)
export type ListDeliveriesInput = z.infer<typeof listDeliveriesInput>

/** Endpoints: GET /webhook-deliveries/:id */
export const readDeliveryInput = z.object({ id: deliveryId })
export const readDeliveryOutput = dataEnvelope(deliveryDetail)

/** Endpoints: POST /webhook-deliveries/:id/redeliver */
export const redeliverInput = z.object({ id: deliveryId })
export const redeliverOutput = dataEnvelope(delivery)
