import { dayMs, hourMs } from '@inlet/contract'
import type { AttemptDoc, DeliveryDoc, Deps, WebhookDoc } from '@inlet/core'
import { storeWebhook } from '../../support/stored-webhook.ts'

const minuteMs = 60_000

/** Stores webhooks of every health, with deliveries in every state. */
export async function fillWebhooks(deps: Deps, serviceId: string): Promise<void> {
  const ago = (ms: number) => new Date(deps.clock.now().getTime() - ms)
  const store = (webhook: Pick<WebhookDoc, 'url'> & Partial<WebhookDoc>) =>
    storeWebhook(deps, { serviceId, createdAt: ago(20 * dayMs), ...webhook })

  await store({
    url: `https://hooks.example.net/${'a-path-that-is-far-longer-than-any-screen-is-wide/'.repeat(5)}?token=c2VjcmV0`,
    description:
      `\u202Eright to left\u202C <b>of a receiver</b> that ${'somebody has described at length '.repeat(4)}`.slice(
        0,
        200,
      ),
    state: 'disabled',
    disabledReason: 'gone',
    lastSuccessAt: ago(9 * dayMs),
  })
  await store({ url: 'https://old.acme.example/inlet', state: 'disabled', disabledReason: 'operator' })
  await store({
    url: 'https://ci.acme.example/hooks/inlet',
    description: 'Codes for the sign-up tests',
    events: ['message.received'],
    filterOtpOnly: true,
    lastSuccessAt: ago(4 * minuteMs),
  })
  const failing = await store({
    url: 'https://staging.acme.example:8443/webhooks/inlet?key=4f2a',
    events: ['message.received', 'message.deleted'],
    lastSuccessAt: ago(3 * dayMs),
    failingSince: ago(2 * dayMs),
  })
  await storeDeliveries(deps, { serviceId, webhookId: failing })
}

/** Attempts of one delivery, the n-th at the time that the schedule gives it. */
function attemptsFrom(
  start: Date,
  results: readonly Pick<AttemptDoc, 'status' | 'error' | 'responseBody'>[],
): AttemptDoc[] {
  const delays = [0, 5000, 5 * minuteMs, 35 * minuteMs, 2.5 * hourMs, 8 * hourMs, 18 * hourMs, 28 * hourMs]
  return results.map((result, index) => ({
    at: new Date(start.getTime() + (delays[index] ?? 0)),
    durationMs: result.error === 'timeout' ? 15_004 : 84 + 31 * index,
    ...result,
  }))
}

const error = { status: 500, error: null, responseBody: '{"error":"database is down"}' } as const
const page = {
  status: 502,
  error: null,
  responseBody: `<html><head><title>502 Bad Gateway</title></head><body><script>alert(1)</script>\u202E${'x'.repeat(900)}</body></html>`,
} as const
const timeout = { status: null, error: 'timeout', responseBody: '' } as const
const unknownHost = { status: null, error: 'dns', responseBody: '' } as const
const redirect = { status: 301, error: 'redirect', responseBody: '' } as const
const taken = { status: 204, error: null, responseBody: '' } as const

async function storeDeliveries(deps: Deps, { serviceId, webhookId }: { serviceId: string; webhookId: string }) {
  const now = deps.clock.now().getTime()
  const rows = [
    { state: 'succeeded', hours: 75, results: [taken] },
    { state: 'failed', hours: 47, results: [timeout, error, redirect, unknownHost, page, error, error, error] },
    { state: 'failed', hours: 46, results: [error, error, error, error, error, error, timeout, timeout] },
    { state: 'cancelled', hours: 30, results: [unknownHost] },
    { state: 'pending', hours: 3, results: [page, error, timeout, error] },
    { state: 'pending', hours: 0.2, results: [error, error, page] },
    { state: 'pending', hours: 0, results: [] },
  ] as const
  const deliveries = rows.map(({ state, hours, results }, index): DeliveryDoc => {
    const createdAt = new Date(now - hours * hourMs)
    const attempts = attemptsFrom(createdAt, results)
    const eventType = index % 3 === 2 ? 'message.deleted' : 'message.received'
    return {
      _id: deps.newId(),
      webhookId,
      serviceId,
      eventType,
      isLive: true,
      payload: payloadOf(eventType, createdAt),
      state,
      // Later than any picture: nothing is sent.
      dueAt: new Date(now + 2 * hourMs),
      claimId: null,
      attemptCount: attempts.length,
      failedInRow: attempts.length,
      attempts,
      lastStatus: attempts.at(-1)?.status ?? null,
      createdAt,
      completedAt: state === 'pending' ? null : (attempts.at(-1)?.at ?? createdAt),
    }
  })
  await deps.db.collection<DeliveryDoc>('deliveries').insertMany(deliveries)
}

const payloadOf = (type: string, at: Date) =>
  JSON.stringify({
    type,
    timestamp: at.toISOString(),
    livemode: true,
    data: {
      id: '01KAS0Q4N6YQ7T3V5W8X9Z1B2C',
      fromAddr: 'no-reply@shop.example',
      fromName: '<img src=x onerror=alert(1)> \u202Epohs',
      toAddr: 'signup-4711@mail.example',
      subject: 'Your code is 482913',
      otpCode: '482913',
      tags: ['auth:pass', 'otp', 'tls'],
    },
  })
