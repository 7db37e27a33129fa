import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import { endpoints } from '../support/endpoints.ts'
import { inOneWindow } from '../support/in-one-window.ts'
import '../support/match-error.ts'
import { type Answer, startWorld } from '../support/world.ts'

const minuteMs = 60_000

test('every served call says where the limit stands', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const all = await endpoints(world, { own: 'x', foreign: 'y' })

  for (const { name, good } of all) {
    const { headers } = await good({ key: await world.apiKey({ scope: 'write' }) })
    expect(headers['x-ratelimit-limit'], name).toBe(String(limits.apiKeyRequestsPerMinute))
    expect(headers['x-ratelimit-remaining'], name).toBe(String(limits.apiKeyRequestsPerMinute - 1))
    const resetsInMs = Number(headers['x-ratelimit-reset']) * 1000 - Date.now()
    expect(resetsInMs, name).toBeGreaterThan(-5_000)
    expect(resetsInMs, name).toBeLessThanOrEqual(minuteMs + 5_000)
    expect(headers, name).not.toHaveProperty('retry-after')
  }
})

test('over its limit a key hears 429 on every endpoint, and when to come again; another key is served', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', API_KEY_REQUESTS_PER_MINUTE: '5' } })
  const all = await endpoints(world, { own: 'x', foreign: 'y' })

  const answers = await inOneWindow(async () => {
    const key = await world.apiKey({ scope: 'admin' })
    const used: Answer[] = []
    for (let n = 0; n < 5; n += 1) used.push(await world.addresses('?limit=1', { key }))
    const refused = await Promise.all(
      all.flatMap(({ good, foreign, bad }) => [good({ key }), foreign({ key }), bad({ key })]),
    )
    return [...used, ...refused]
  })

  expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers.slice(0, 5).map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['4', '3', '2', '1', '0'])
  for (const answer of answers.slice(5)) {
    expect(answer).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
  }
  expect((await world.addresses('', { key: await world.apiKey({ scope: 'read' }) })).status).toBe(200)
})

test('calls that are refused for their input or their resource count; those with too small a scope do not', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', API_KEY_REQUESTS_PER_MINUTE: '100' } })

  const answers = await inOneWindow(async () => {
    const key = await world.apiKey({ scope: 'read' })
    return [
      await world.addresses('', { key }),
      await world.addresses('?limit=0', { key }),
      await world.call(`/v1/services/${world.stranger.serviceId}/addresses`, { key }),
      await world.call('/v1/messages/01JD3Q7Z5V8XK2M4N6P8R0T2W4', { key }),
    ]
  })
  const key = await world.apiKey({ scope: 'read' })
  const tooSmall = await world.create({}, { key })
  const first = await world.addresses('', { key })

  expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['99', '98', '97', '96'])
  expect(tooSmall.status).toBe(403)
  expect(first.headers['x-ratelimit-remaining']).toBe('99')
})

test('of many calls at once no more than the limit are served', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', API_KEY_REQUESTS_PER_MINUTE: '20' } })

  const answers = await inOneWindow(async () => {
    const key = await world.apiKey({ scope: 'read' })
    return await Promise.all(Array.from({ length: 60 }, () => world.addresses('?limit=1', { key })))
  })

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
})

test('failed credentials are limited for each client address; a valid key is served all the same', async () => {
  const settings = { INLET_ROLE: 'http', FAILED_CREDENTIALS_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' }
  await using world = await startWorld({ settings })
  let client = 0

  const answers = await inOneWindow(async () => {
    client += 1
    const headers = { 'x-forwarded-for': `198.51.100.${client}` }
    const failures: Answer[] = []
    for (const key of ['x', null, 'inlet_live_', 'y', null]) failures.push(await world.addresses('', { key, headers }))
    return failures
  })
  const headers = { 'x-forwarded-for': `198.51.100.${client}` }

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429])
  expect(answers[3]).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect(answers[3]?.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' })
  expect(answers[3]?.headers).toHaveProperty('retry-after')
  expect((await world.addresses('', { headers })).status).toBe(200)
  expect(await world.addresses('', { key: 'x', headers: { 'x-forwarded-for': '198.51.100.250' } })).toMatchError(
    401,
    'UNAUTHORIZED',
  )
})

test('X-Forwarded-For of a client that is no trusted proxy changes nothing', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', FAILED_CREDENTIALS_PER_MINUTE: '1000' } })

  const answers = await inOneWindow(async () => {
    const asked: Answer[] = []
    for (let n = 1; n <= 3; n += 1)
      asked.push(await world.addresses('', { key: 'x', headers: { 'x-forwarded-for': `198.51.100.${n}` } }))
    return asked
  })

  const remaining = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  expect(remaining.map((left) => left - (remaining[0] ?? 0))).toEqual([0, -1, -2])
})
