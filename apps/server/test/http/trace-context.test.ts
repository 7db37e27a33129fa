import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${spanId}-01`

const entries = (world: World) => world.lines.map((line) => JSON.parse(line))
const entriesOf = (world: World, requestId: string) => entries(world).filter((entry) => entry.requestId === requestId)

test("every line of a request that is traced has its trace and its caller's span", async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { fullAddress } = await world.address('code')
  await world.deps.db.client.close()

  const answer = await world.inbox(fullAddress, '', { headers: { traceparent, 'x-request-id': 'traced' } })
  const lines = await waitFor(() => {
    const found = entriesOf(world, 'traced')
    return found.length === 2 ? found : null
  })

  expect(answer.status).toBe(503)
  expect(lines).toMatchObject([
    { msg: 'request failed', traceId, spanId },
    { msg: 'request', traceId, spanId },
  ])
})

test('a request over the typed path, or without a route, has its trace in the log too', async () => {
  const world = await newWorld()

  for (const [path, requestId] of [
    ['/trpc/dashboard.me', 'typed'],
    ['/nowhere', 'lost'],
    ['/v1/messages/%zz', 'broken'],
  ] as const) {
    await world.call(path, { headers: { traceparent, 'x-request-id': requestId } })
    const line = await waitFor(() => entriesOf(world, requestId)[0])
    expect(line, path).toMatchObject({ traceId, spanId })
  }
})

test('a header that is not valid changes nothing: no ids, no line about it, no other answer', async () => {
  const world = await newWorld()
  const bad = [
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `${traceparent}-more`,
    traceparent.toUpperCase(),
    'x'.repeat(4_000),
    '',
  ]

  for (const [index, header] of bad.entries()) {
    const requestId = `bad-${index}`
    const answer = await world.call('/livez', { headers: { traceparent: header, 'x-request-id': requestId } })
    const line = await waitFor(() => entriesOf(world, requestId)[0])
    expect(answer.status).toBe(200)
    expect(line).not.toHaveProperty('traceId')
    expect(line).not.toHaveProperty('spanId')
    expect(entriesOf(world, requestId)).toHaveLength(1)
  }
})

test('two traceparent headers count as none', async () => {
  const world = await newWorld()
  const other = `00-${'a'.repeat(32)}-${spanId}-01`

  await world.call('/livez', { headers: { traceparent: `${traceparent}, ${other}`, 'x-request-id': 'twice' } })

  expect(await waitFor(() => entriesOf(world, 'twice')[0])).not.toHaveProperty('traceId')
})

test('no answer has a header with the trace: neither level of the specification defines one', async () => {
  const world = await newWorld()

  const { headers } = await world.call('/livez', { headers: { traceparent, tracestate: 'vendor=1' } })

  expect(Object.keys(headers).filter((name) => name.startsWith('trace'))).toEqual([])
})

test('each mail of a connection has a trace of its own, and its refused recipients share it', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  await client.pipeline(['MAIL FROM:<>', 'RCPT TO:<x@foreign.example>', `RCPT TO:<${fullAddress}>`])
  await client.say('DATA')
  client.write(`${plainMail()}.\r\n`)
  await client.reply()
  await client.deliver(plainMail(), fullAddress)

  const mails = entries(world).filter(({ msg }) => msg === 'mail')
  const [refused] = entries(world).filter(({ msg }) => msg === 'recipient refused')
  expect(mails).toHaveLength(2)
  for (const { traceId: own } of mails) expect(own).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
  expect(mails[0]?.traceId).not.toBe(mails[1]?.traceId)
  expect(refused?.traceId).toBe(mails[0]?.traceId)
})
