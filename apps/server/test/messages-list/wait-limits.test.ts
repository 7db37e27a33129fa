import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { readMetrics } from '../support/metrics-page.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { plainMail, startWorld } from '../support/world.ts'

test('above the limit of long polls of one key it gets 429; another key does not', async () => {
  await using world = await startWorld({ settings: { HELD_CALLS_PER_KEY: '1' } })
  const { fullAddress } = await world.address('code')
  const held = world.inbox(fullAddress, '?waitSeconds=60')
  await waitFor(() => openChangeStreams(world))

  const refused = await world.inbox(fullAddress, '?waitSeconds=60')
  const others = world.inbox(fullAddress, '?waitSeconds=60', { key: world.keys.read })
  const plain = await world.inbox(fullAddress)

  expect(refused).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(plain.status).toBe(200)
  await world.send(plainMail(), fullAddress)
  expect((await held).body.data).toHaveLength(1)
  expect((await others).body.data).toHaveLength(1)
})

test('above the limit of long polls of the process every key gets 429', async () => {
  await using world = await startWorld({ settings: { HELD_CALLS_PER_PROCESS: '1' } })
  const { fullAddress } = await world.address('code')
  const held = world.inbox(fullAddress, '?waitSeconds=60')
  await waitFor(() => openChangeStreams(world))

  expect(await world.inbox(fullAddress, '?waitSeconds=60', { key: world.keys.read })).toMatchError(
    429,
    'TOO_MANY_REQUESTS',
    'rate_limited',
  )

  await world.send(plainMail(), fullAddress)
  await held
})

test('a client that hangs up frees the place of its long poll', async () => {
  await using world = await startWorld({ settings: { HELD_CALLS_PER_KEY: '1' } })
  const { fullAddress } = await world.address('code')
  const hangUp = new AbortController()
  const held = expect(world.inbox(fullAddress, '?waitSeconds=60', { signal: hangUp.signal })).rejects.toThrow()
  await waitFor(() => openChangeStreams(world))

  hangUp.abort()
  await held

  await waitFor(async () => (await openChangeStreams(world)) === 0)
  await world.send(plainMail(), fullAddress)
  expect((await world.inbox(fullAddress, '?waitSeconds=60')).body.data).toHaveLength(1)
})

test('a long poll that ends in an error frees its place', async () => {
  await using world = await startWorld({ settings: { HELD_CALLS_PER_KEY: '1' } })
  const { fullAddress } = await world.address('code')
  const absent = `absent@${world.tenant.domain.hostname}`

  for (let tries = 0; tries < 3; tries += 1) {
    expect(await world.inbox(absent, '?waitSeconds=60')).toMatchError(404, 'NOT_FOUND')
    expect(await world.inbox(fullAddress, '?waitSeconds=60&q=%22%22')).toMatchError(400, 'BAD_REQUEST', 'empty_query')
  }

  await world.send(plainMail(), fullAddress)
  expect((await world.inbox(fullAddress, '?waitSeconds=60')).body.data).toHaveLength(1)
})

test('a long poll counts once against the rate limit', async () => {
  await using world = await startWorld({ settings: { API_KEY_REQUESTS_PER_MINUTE: '1000' } })
  const { fullAddress } = await world.address('code')
  const key = world.keys.read
  const before = await world.inbox(fullAddress, '', { key })

  const held = world.inbox(fullAddress, '?waitSeconds=60&hasOtp=true', { key })
  await waitFor(() => openChangeStreams(world))
  for (const subject of ['a', 'b', 'c']) await world.send(plainMail({ subject }), fullAddress)
  await world.send(plainMail({ text: 'Your verification code is 482913' }), fullAddress)
  const answer = await held

  // A new window may have begun meanwhile, and then more is left than before.
  const isSameWindow = answer.headers['x-ratelimit-reset'] === before.headers['x-ratelimit-reset']
  const remaining = Number(before.headers['x-ratelimit-remaining'])
  expect(Number(answer.headers['x-ratelimit-remaining'])).toBe(isSameWindow ? remaining - 1 : 999)
})

test('the refusal of a long poll names the limit of the key or of the process', async () => {
  const limits = { HELD_CALLS_PER_KEY: '1', HELD_CALLS_PER_PROCESS: '2' }
  await using world = await startWorld({ settings: { ...limits, METRICS_PORT: '0' } })
  const { fullAddress } = await world.address('code')
  const held = [world.inbox(fullAddress, '?waitSeconds=60')]
  await waitFor(() => openChangeStreams(world))
  const ofKey = await world.inbox(fullAddress, '?waitSeconds=60')
  held.push(world.inbox(fullAddress, '?waitSeconds=60', { key: world.keys.read }))
  await waitFor(async () => (await readMetrics(world)).value('inlet_held_calls') === 2)
  const ofProcess = await world.inbox(fullAddress, '?waitSeconds=60', { key: world.keys.admin })

  expect(ofKey.body.error.message).toContain('for one key: 1 ')
  expect(ofProcess.body.error.message).toContain('here: 2 ')
  await world.send(plainMail(), fullAddress)
  await Promise.all(held)
})

test('when the process stops a long poll is answered 503 with Retry-After: 1, since an empty list means that no mail arrived', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const held = world.inbox(fullAddress, '?waitSeconds=60')
  await waitFor(() => openChangeStreams(world))

  await world.stop()

  const answer = await held
  expect(answer).toMatchError(503, 'SERVICE_UNAVAILABLE')
  expect(answer.headers['retry-after']).toBe('1')
})
