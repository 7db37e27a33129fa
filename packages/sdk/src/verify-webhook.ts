import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookVerificationError } from './errors.ts'
import type { WebhookEvent } from './types.ts'

/** By how much a call's time may differ from ours: what Standard Webhooks takes. */
const toleranceSeconds = 300
const secretPrefix = 'whsec_'

/** Headers as `fetch`, Node's `http` or a framework has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Checks that a webhook call is Inlet's and not older than five minutes (Standard Webhooks 1.0), and returns what happened. The body must
 * be as it came, not JSON that was written anew. Where a secret is being changed, several may be given.
 * @throws WebhookVerificationError
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
): WebhookEvent {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const given = headerOf(headers, 'webhook-signature').split(' ')
  checkTime(timestamp)

  const secrets = typeof secret === 'string' ? [secret] : secret
  const expected = secrets.map((each) => `v1,${signatureOf(each, { id, timestamp, body })}`)
  const isSigned = given.some((signature) => expected.some((good) => isSame(signature, good)))
  if (!isSigned) throw new WebhookVerificationError('No signature of this call is of this secret')
  return parse(body)
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing`)
  return value
}

function checkTime(timestamp: string): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('The header webhook-timestamp is no time')
  const ageSeconds = Math.floor(Date.now() / 1000) - Number(timestamp)
  if (ageSeconds > toleranceSeconds) throw new WebhookVerificationError('The call is too old')
  if (ageSeconds < -toleranceSeconds)
    throw new WebhookVerificationError('The call comes from the future: is the clock right?')
}

function signatureOf(secret: string, signed: { id: string; timestamp: string; body: string | Uint8Array }): string {
  const key = Buffer.from(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret, 'base64')
  // With an empty key everybody could sign.
  if (key.length === 0) throw new WebhookVerificationError('The secret is empty: it looks like whsec_…')
  return createHmac('sha256', key).update(`${signed.id}.${signed.timestamp}.`).update(signed.body).digest('base64')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function parse(body: string | Uint8Array): WebhookEvent {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
  } catch {
    throw new WebhookVerificationError('The body is no JSON')
  }
}
