import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import { inOneWindow } from '../support/in-one-window.ts'
import '../support/match-error.ts'
import { startPreparedWorld } from '../support/prepared-world.ts'
import { type Answer, startWorld } from '../support/world.ts'

const minuteMs = 60_000

test('every answered call has the state of the limit in its headers', async () => {
  const { world, operations } = await startPreparedWorld()
  await using _ = world

  for (const { operationId: name, scope, good } of operations.values()) {
    if (scope === null) continue
    const { headers } = await good({ key: await world.apiKey({ scope: 'write' }) })
    expect(headers['x-ratelimit-limit'], name).toBe(String(limits.apiKeyRequestsPerMinute))
    expect(headers['x-ratelimit-remaining'], name).toBe(String(limits.apiKeyRequestsPerMinute - 1))
    const resetsInMs = Number(headers['x-ratelimit-reset']) * 1000 - Date.now()
    expect(resetsInMs, name).toBeGreaterThan(-5_000)
    expect(resetsInMs, name).toBeLessThanOrEqual(minuteMs + 5_000)
    expect(headers, name).not.toHaveProperty('retry-after')
  }
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

test('of many simultaneous calls no more than the limit are served', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', API_KEY_REQUESTS_PER_MINUTE: '20' } })

  const answers = await inOneWindow(async () => {
    const key = await world.apiKey({ scope: 'read' })
    return await Promise.all(Array.from({ length: 60 }, () => world.addresses('?limit=1', { key })))
  })

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
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
