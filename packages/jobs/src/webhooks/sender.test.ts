import { once } from 'node:events'
import { createServer } from 'node:net'
import { type WebhookDoc, webhookTargets } from '@inlet/core'
import { type WebhookReceiver, webhookReceiver } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sampleDelivery, sampleWebhook } from '../../test/sample-delivery.ts'
import { secretOf } from '../../test/webhook-world.ts'
import { DnsError } from './http-call.ts'
import { createSender } from './sender.ts'

const now = new Date()
const payload = '{"type":"address.created","data":{"name":"Zoë"}}'
const delivery = sampleDelivery({ payload })
const secret = (byte: number, expiresAt: Date | null = null) => ({ value: secretOf(byte), expiresAt })
const webhook = sampleWebhook()

interface Call {
  webhook?: Partial<WebhookDoc>
  ranges?: string[]
  resolve?: (hostname: string) => Promise<string[]>
  signal?: AbortSignal
  times?: { answerMs: number; bodyMs: number }
}

/** Longer than any test lasts. */
const noLimits = { answerMs: 60_000, bodyMs: 60_000 }

/** Sends the delivery once. */
async function send(url: string, { webhook: more = {}, ranges = ['127.0.0.0/8'], ...call }: Call = {}) {
  const resolve = call.resolve ?? (async (hostname) => [hostname])
  const sender = createSender({
    targets: webhookTargets(ranges),
    resolve,
    now: () => now,
    times: call.times ?? noLimits,
  })
  try {
    return await sender.send(delivery, { ...webhook, url, ...more }, call.signal ?? new AbortController().signal)
  } finally {
    await sender.close()
  }
}

const onlyCall = ({ calls }: WebhookReceiver) => calls[0] ?? expect.fail('nothing was received')

test('a call is verified by the library of Standard Webhooks, and its body is the payload byte for byte', async () => {
  await using receiver = await webhookReceiver([secretOf(1)])

  const sent = await send(`${receiver.url}?a=1`)

  expect(sent).toMatchObject({ outcome: 'succeeded', attempt: { at: now, status: 204, error: null } })
  const { isVerified, body, headers, path } = onlyCall(receiver)
  expect({ isVerified, body, path }).toEqual({ isVerified: true, body: payload, path: '/hook?a=1' })
  expect(headers).toMatchObject({
    'webhook-id': `msg_${delivery._id}`,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'content-type': 'application/json',
    'user-agent': 'Inlet-Webhooks/1',
    host: `127.0.0.1:${receiver.port}`,
  })
})

test('while a rotation lasts both secrets sign, and an expired one does not', async () => {
  await using old = await webhookReceiver([secretOf(1)])
  await using renewed = await webhookReceiver([secretOf(2)])
  await using expired = await webhookReceiver([secretOf(3)])
  const later = new Date(now.getTime() + 1)
  const secrets = [secret(2), secret(1, later), secret(3, now)]

  for (const receiver of [old, renewed, expired]) await send(receiver.url, { webhook: { secrets } })

  expect([old, renewed, expired].map((receiver) => onlyCall(receiver).isVerified)).toEqual([true, true, false])
  expect(String(onlyCall(old).headers['webhook-signature']).split(' ')).toHaveLength(2)
})

test.each([
  [200, 'succeeded', null],
  [299, 'succeeded', null],
  [302, 'failed', 'redirect'],
  [400, 'failed', null],
  [410, 'gone', null],
  [500, 'failed', null],
] as const)('the status decides: %i is %s', async (status, outcome, error) => {
  await using receiver = await webhookReceiver([])
  receiver.answerWith(() => ({ status, headers: { location: receiver.url }, body: 'why' }))

  const sent = await send(receiver.url)

  expect(sent).toMatchObject({ outcome, attempt: { status, error, responseBody: 'why' } })
  expect(receiver.calls).toHaveLength(1)
})

test.each([
  [503, '120', 120_000],
  [429, '0', 0],
  [429, new Date(Math.floor(now.getTime() / 1000) * 1000 + 60_000).toUTCString(), 60_000 - (now.getTime() % 1000)],
  [503, 'soon', null],
  [503, '-5', null],
  [500, '120', null],
])('what a receiver asks for is read from %i with Retry-After: %s', async (status, value, expected) => {
  await using receiver = await webhookReceiver([])
  receiver.answerWith(() => ({ status, headers: { 'retry-after': value } }))

  expect((await send(receiver.url)).retryAfterMs).toBe(expected)
})

test('of an answer one kilobyte is kept, however long it is', async () => {
  await using receiver = await webhookReceiver([])
  receiver.answerWith(() => ({ status: 200, body: 'x'.repeat(10_000_000) }))

  const { outcome, attempt } = await send(receiver.url)

  expect(outcome).toBe('succeeded')
  expect(attempt.responseBody).toBe('x'.repeat(1024))
})

test('a receiver that does not answer in time is a time-out', async () => {
  await using receiver = await webhookReceiver([])
  const release = Promise.withResolvers<void>()
  receiver.answerWith(() => ({ status: 200, hold: release.promise }))

  const sent = await send(receiver.url, { times: { ...noLimits, answerMs: 100 } })
  release.resolve()

  expect(sent).toMatchObject({ outcome: 'failed', attempt: { status: null, error: 'timeout' } })
})

test('a body that never ends is given up, and the status counts', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0

  const sent = await send(`http://127.0.0.1:${port}/`, { times: { ...noLimits, bodyMs: 500 } })
  server.close()

  expect(sent).toMatchObject({ outcome: 'succeeded', attempt: { status: 200, error: null, responseBody: 'half' } })
})

test('a name without an address, a closed port, an address that is not allowed and plain text as TLS are distinguished', async () => {
  await using receiver = await webhookReceiver([])
  const closed = await webhookReceiver([])
  await closed[Symbol.asyncDispose]()
  const noAddress = async () => {
    throw new DnsError('none')
  }

  const errors = [
    await send('http://hooks.example.com/', { resolve: noAddress }),
    await send(closed.url),
    await send(receiver.url, { ranges: [] }),
    await send(receiver.url.replace('http:', 'https:')),
  ].map(({ attempt }) => attempt.error)

  expect(errors).toEqual(['dns', 'connection', 'blocked_address', 'tls'])
  expect(receiver.calls).toEqual([])
})

test('a call that is cut says nothing about itself', async () => {
  await using receiver = await webhookReceiver([])
  const cut = new AbortController()
  receiver.answerWith(() => {
    cut.abort()
    return { status: 200, hold: once(cut.signal, 'never') }
  })

  await expect(send(receiver.url, { signal: cut.signal })).rejects.toThrow('abort')
})
