import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebhookVerificationError } from './errors.ts'
import { verifyWebhook } from './verify-webhook.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const event = {
  type: 'message.received',
  timestamp: '2026-11-24T10:00:00.000Z',
  livemode: true,
  data: { subject: 'Grüße' },
}
const body = JSON.stringify(event)
const now = new Date('2026-11-24T10:00:00Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

/** The headers of a call, signed by the library of Standard Webhooks. */
function signed({ by = secret, at = now, of = body } = {}) {
  const signature = new Webhook(by).sign('msg_1', at, of)
  const timestamp = String(Math.floor(Number(at) / 1000))
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

/** What both we and the library say of a call. */
function verdicts(headers: Record<string, string>, of = body, by = secret) {
  const says = (verify: () => unknown) => {
    try {
      return verify()
    } catch {
      return 'refused'
    }
  }
  return [says(() => verifyWebhook(headers, of, by)), says(() => new Webhook(by).verify(of, headers))]
}

test('what the library has signed is verified, as text and as bytes, and the event is returned', () => {
  expect(verifyWebhook(signed(), body, secret)).toEqual(event)
  expect(verifyWebhook(signed(), new TextEncoder().encode(body), secret)).toEqual(event)
})

test.each([
  ['of fetch', (of: Signed) => new Headers(of)],
  [
    'of another library for fetch',
    (of: Signed) => ({ [Symbol.iterator]: () => Object.entries(of)[Symbol.iterator]() }),
  ],
  ['of Node, Express, Koa and Fastify', (of: Signed) => ({ ...of, accept: undefined, 'set-cookie': ['a', 'b'] })],
  ['of Node without a prototype', (of: Signed) => Object.assign(Object.create(null), of)],
  ['of Node as they came', (of: Signed) => Object.entries(of).flatMap(([name, value]) => [name.toUpperCase(), value])],
  ['of a Map', (of: Signed) => new Map(Object.entries(of))],
  ['in pairs', (of: Signed) => Object.entries(of)],
  ['of AWS Lambda', (of: Signed) => mapped(of, (name, value) => [titled(name), value])],
  ['of AWS Lambda with several values', (of: Signed) => mapped(of, (name, value) => [titled(name), [value]])],
  ['in upper case', (of: Signed) => mapped(of, (name, value) => [name.toUpperCase(), value])],
] as const)('headers %s are read', (_, form) => {
  expect(verifyWebhook(form(signed()), body, secret)).toEqual(event)
  expect(() => verifyWebhook(form(signed({ by: otherSecret })), body, secret)).toThrow('of this secret')
  expect(() => verifyWebhook(form({ ...signed(), 'webhook-id': '' }), body, secret)).toThrow('webhook-id is missing')
})

type Signed = ReturnType<typeof signed>

const mapped = (of: Signed, to: (name: string, value: string) => [string, string | string[]]) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => to(name, value)))
const titled = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

test('two lines with a signature are read as one with both', () => {
  const other = signed({ by: otherSecret })['webhook-signature']
  const both = { ...signed(), 'webhook-signature': [other, signed()['webhook-signature']] }

  expect(verifyWebhook(both, body, secret)).toEqual(event)
})

test('a body may be text, bytes or a buffer; for one that was parsed the error says what to do', () => {
  const bytes = new TextEncoder().encode(body)
  const parsed = [JSON.parse(body), {}, undefined, null]

  for (const each of [body, bytes, Buffer.from(body), bytes.buffer]) {
    expect(verifyWebhook(signed(), each, secret)).toEqual(event)
  }
  for (const each of parsed) {
    expect(() => verifyWebhook(signed(), each, secret)).toThrow(WebhookVerificationError)
    expect(() => verifyWebhook(signed(), each, secret)).toThrow('express.raw')
  }
})

test('while a secret is being changed, either of two signatures and either of two secrets will do', () => {
  const both = {
    ...signed(),
    'webhook-signature': `${signed({ by: otherSecret })['webhook-signature']} ${signed()['webhook-signature']}`,
  }

  expect(verifyWebhook(both, body, secret)).toEqual(event)
  expect(verifyWebhook(signed(), body, [otherSecret, secret])).toEqual(event)
})

const minutes = (count: number) => new Date(Number(now) + count * 60_000)

test.each([
  ['a changed body', signed(), body.replace('true', 'false')],
  ['another secret', signed({ by: otherSecret }), body],
  ['a changed id', { ...signed(), 'webhook-id': 'msg_2' }, body],
  ['a changed time', { ...signed(), 'webhook-timestamp': signed({ at: minutes(1) })['webhook-timestamp'] }, body],
  ['a call of six minutes ago', signed({ at: minutes(-6) }), body],
  ['a call from six minutes ahead', signed({ at: minutes(6) }), body],
  ['a time that is none', { ...signed(), 'webhook-timestamp': 'now' }, body],
  ['no id', { ...signed(), 'webhook-id': '' }, body],
  ['no signature', { ...signed(), 'webhook-signature': '' }, body],
  ['a signature that is cut', { ...signed(), 'webhook-signature': signed()['webhook-signature'].slice(0, -1) }, body],
  [
    'a signature of another version',
    { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v1a') },
    body,
  ],
])('%s is refused, by us as by the library', (_, headers, of) => {
  expect(verdicts(headers, of)).toEqual(['refused', 'refused'])
})

test.each([-4, 4])('a call that is %d minutes off is verified, by us as by the library', (off) => {
  expect(verdicts(signed({ at: minutes(off) }))).toEqual([event, event])
})

test('an empty secret verifies nothing, and no error names the secret', () => {
  expect(() => verifyWebhook(signed(), body, 'whsec_')).toThrow(WebhookVerificationError)
  expect(() => verifyWebhook(signed(), body, otherSecret)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(otherSecret.slice(6, 20)) }),
  )
})
