import { isUlid } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test("a client's request id comes back on every kind of answer, in header and error body", async () => {
  const world = await newWorld()
  const requestId = 'shop:42.retry_1-B'
  const headers = { 'x-request-id': requestId }

  const answers = [
    await world.addresses('', { headers }),
    await world.create({}, { headers }),
    await world.create({ domainId: 'none' }, { headers }),
    await world.addresses('', { headers, key: null }),
    await world.call('/v1/messages/x', { headers, method: 'PUT' }),
    await world.call('/v1/messages/%zz', { headers }),
    await world.call('/v1/nothing', { headers }),
    await world.call('/livez', { headers, method: 'HEAD' }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 201, 400, 401, 405, 400, 404, 200])
  for (const answer of answers) {
    expect(answer.headers['x-request-id']).toBe(requestId)
    expect(answer.body?.error?.requestId ?? requestId).toBe(requestId)
  }
})

test('a request id of another format is replaced by one of ours, a new one for each request', async () => {
  const world = await newWorld()
  const refused = ['', ' ', 'a b', 'a,b', 'x'.repeat(129), 'naïve', '<script>', 'a/b']

  const ids = new Set<string>()
  for (const given of refused) {
    const answer = await world.addresses('', { headers: { 'x-request-id': given } })
    expect(isUlid(answer.headers['x-request-id'] ?? ''), given).toBe(true)
    ids.add(answer.headers['x-request-id'] ?? '')
  }

  expect(ids.size).toBe(refused.length)
  const longest = 'x'.repeat(128)
  expect((await world.call('/livez', { headers: { 'x-request-id': longest } })).headers['x-request-id']).toBe(longest)
})
