import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { person } from '../support/people.ts'
import { type OwnWorld, plainMail, startWorld } from '../support/world.ts'

const linesOf = (world: OwnWorld, requestId: string) => world.lines.filter((line) => line.includes(`"${requestId}"`))

test('every request has one line in the log, whatever its outcome', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)
  const [item] = await world.messagesOf(fullAddress)

  const answers = [
    await world.call(`/v1/messages/${item?.id}`),
    await world.create({ localPart: 'code' }),
    await world.addresses('?limit=0'),
    await world.addresses('', { key: null }),
    await world.addresses('', { method: 'PUT' }),
    await world.call('/v1/nothing'),
    await world.call('/v1/messages/%zz'),
    await world.call('/livez'),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 409, 400, 401, 405, 404, 400, 200])
  for (const { status, headers } of answers) {
    const id = headers['x-request-id'] ?? ''
    const line = await waitFor(() => linesOf(world, id)[0])
    expect(linesOf(world, id)).toHaveLength(1)
    expect(JSON.parse(line)).toMatchObject({ status, method: expect.any(String), durationMs: expect.any(Number) })
  }
  const [line] = linesOf(world, answers[0]?.headers['x-request-id'] ?? '')
  expect(JSON.parse(line ?? '')).toMatchObject({
    route: '/v1/messages/:id',
    serviceId: world.tenant.serviceId,
    keyId: expect.any(String),
  })
  // It asked the database, so it took its time.
  expect(JSON.parse(line ?? '').durationMs).toBeGreaterThan(0)
})

test('probes are logged at the level debug, every other request at info', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const levels: number[] = []

  for (const path of ['/livez', '/readyz', '/docs', '/livez/nothing']) {
    const { headers } = await world.call(path, { key: null })
    const line = await waitFor(() => linesOf(world, headers['x-request-id'] ?? '')[0])
    levels.push(JSON.parse(line).level)
  }

  expect(levels).toEqual([20, 20, 30, 30])
})

test('no line holds a key, a password, a body, a query, or a text or code of a mail', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await world.send(
    plainMail({ subject: 'Subject-Secret', text: 'Your verification code is 739154 body-secret' }),
    fullAddress,
  )
  const [item] = await world.messagesOf(fullAddress)
  expect(item?.otpCode).toBe('739154')

  await world.call(`/v1/messages/${item?.id}`)
  await world.inbox(fullAddress, '?q=query-secret')
  await world.create(
    { localPart: 'locked', password: 'password-secret' },
    { headers: { 'idempotency-key': 'idempotency-secret' } },
  )
  await world.create({ localPart: 'locked', password: 'password-secret' })
  await world.create({ password: 'password-secret'.repeat(9) })
  await world.addresses('', {
    method: 'POST',
    rawBody: '{"password":"password-secret',
    headers: { 'content-type': 'application/json' },
  })
  await world.addresses('', { key: null, headers: { authorization: 'Bearer token-secret' } })
  const last = await world.addresses('', { key: 'garbage-key-secret' })
  await waitFor(() => linesOf(world, last.headers['x-request-id'] ?? '').length > 0)

  const log = world.lines.join('')
  for (const secret of [...Object.values(world.keys), '739154', '-secret', 'Subject-Secret'])
    expect(log).not.toContain(secret)
})

test('the request of a client that hangs up has its line too', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const hangUp = new AbortController()

  const held = expect(
    world.inbox(fullAddress, '?waitSeconds=60', { headers: { 'x-request-id': 'gone' }, signal: hangUp.signal }),
  ).rejects.toThrow()
  await waitFor(() => openChangeStreams(world))
  hangUp.abort()

  await held
  const line = await waitFor(() => linesOf(world, 'gone')[0])
  expect(JSON.parse(line)).toMatchObject({ hasHungUp: true })
})

test('the log names the user of a request, and never shows their token', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { token } = await person(world, { role: 'viewer' })

  const me = await world.call('/v1/me', { token })
  await world.addresses('', { token })

  const lines = world.lines.filter((line) => line.includes('"request"'))
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ userId: me.body.data.id })
  expect(world.lines.join('')).not.toContain(token.slice(-20))
})
