import { createHmac, timingSafeEqual } from 'node:crypto'
import { types } from 'node:util'
import { WebhookVerificationError } from './errors.ts'
import type { WebhookEvent } from './types.ts'

/** By how much a call's time may differ from ours: what Standard Webhooks takes. */
const toleranceSeconds = 300
const secretPrefix = 'whsec_'

type HeaderValue = string | readonly string[] | undefined

/** Headers as a framework has them: those of `fetch`, a `Map` or pairs, an object (also `multiValueHeaders` of AWS), Node's `rawHeaders`. */
export type WebhookHeaders =
  | Iterable<readonly [string, HeaderValue]>
  | readonly string[]
  | Readonly<Record<string, HeaderValue>>

/**
 * Checks that a webhook call is Inlet's and not older than five minutes (Standard Webhooks 1.0), and returns what happened. The body must
 * be as it came: neither parsed nor written anew. Where a secret is being changed, several may be given.
 * @throws WebhookVerificationError
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
): WebhookEvent {
  const fields = fieldsOf(headers)
  const id = headerOf(fields, 'webhook-id')
  const timestamp = headerOf(fields, 'webhook-timestamp')
  const given = headerOf(fields, 'webhook-signature').split(' ')
  checkTime(timestamp)

  const content = contentOf(body)
  const secrets = typeof secret === 'string' ? [secret] : secret
  const expected = secrets.map((each) => `v1,${signatureOf(each, { id, timestamp, content })}`)
  const isSigned = given.some((signature) => expected.some((good) => isSame(signature, good)))
  if (!isSigned) {
    throw new WebhookVerificationError('No signature of this call is of this secret, or the body is not as it came')
  }
  return parse(content)
}

/** Names and values of headers, in whatever form they are. */
function fieldsOf(headers: WebhookHeaders): (readonly [string, HeaderValue])[] {
  if (isRaw(headers)) {
    return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]] as const] : []))
  }
  return Symbol.iterator in headers ? [...headers] : Object.entries(headers)
}

const isRaw = (headers: WebhookHeaders): headers is readonly string[] =>
  Array.isArray(headers) && typeof headers[0] === 'string'

function headerOf(fields: (readonly [string, HeaderValue])[], name: string): string {
  const values = fields.filter(([each]) => each.toLowerCase() === name).flatMap(([, value]) => value ?? [])
  const value = name === 'webhook-signature' ? values.join(' ') : values[0]
  if (!value) throw new WebhookVerificationError(`The header ${name} is missing`)
  return value
}

/** @throws WebhookVerificationError where a framework has parsed the body: JSON that is written anew is not what was signed */
function contentOf(body: string | Uint8Array | ArrayBuffer): string | Uint8Array {
  if (typeof body === 'string' || types.isUint8Array(body)) return body
  if (types.isAnyArrayBuffer(body)) return new Uint8Array(body)
  throw new WebhookVerificationError(
    'The body has been parsed: hand over its bytes as they came. In Express use express.raw({ type: "application/json" }) for this route, in Fastify a parser with parseAs: "buffer", elsewhere await request.text()',
  )
}

function checkTime(timestamp: string): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('The header webhook-timestamp is no time')
  const ageSeconds = Math.floor(Date.now() / 1000) - Number(timestamp)
  if (ageSeconds > toleranceSeconds) throw new WebhookVerificationError('The call is too old')
  if (ageSeconds < -toleranceSeconds)
    throw new WebhookVerificationError('The call comes from the future: is the clock right?')
}

function signatureOf(secret: string, signed: { id: string; timestamp: string; content: string | Uint8Array }): string {
  const key = Buffer.from(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret, 'base64')
  // With an empty key everybody could sign.
  if (key.length === 0) throw new WebhookVerificationError('The secret is empty: it looks like whsec_…')
  return createHmac('sha256', key).update(`${signed.id}.${signed.timestamp}.`).update(signed.content).digest('base64')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function parse(content: string | Uint8Array): WebhookEvent {
  try {
    return JSON.parse(typeof content === 'string' ? content : new TextDecoder().decode(content))
  } catch {
    throw new WebhookVerificationError('The body is no JSON')
  }
}
