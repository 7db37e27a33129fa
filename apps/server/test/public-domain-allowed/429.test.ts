import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor } from '../support/visits.ts'

const newWorld = sharedServer({
  settings: {
    INLET_ROLE: 'http',
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_REQUESTS_PER_MINUTE: String(limits.publicRequestsPerMinute),
  },
})

test('a verified host is allowed after a hundred misses of the same client, which are limited', async () => {
  const world = await newWorld()
  const ask = (domain: string) =>
    askAsVisitor(world, `/platform-domain-allowed?domain=${domain}`, { headers: { 'x-forwarded-for': '198.51.100.7' } })

  const misses = []
  for (let n = 0; n < 100; n += 1) misses.push(await ask(`invented-${n}.example`))
  const hit = await ask(world.tenant.domain.hostname)
  const hits = await Promise.all(Array.from({ length: 40 }, () => ask(world.tenant.publicDomain.hostname)))

  expect(hit).toMatchObject({ status: 200, body: { data: { allowed: true } } })
  expect(hit.headers['x-ratelimit-limit']).toBeUndefined()
  expect(new Set(hits.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = misses.filter(({ status }) => status === 429)
  // A window may end on the way: two of them let sixty through.
  expect(refused.length).toBeGreaterThanOrEqual(40)
  for (const answer of refused) expect(answer).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect(misses.filter(({ status }) => status === 404)).toHaveLength(100 - refused.length)
})

test('a verified host leaves the client its whole limit for other calls', async () => {
  const world = await newWorld()
  const headers = { 'x-forwarded-for': '198.51.100.8' }
  const { hostname } = world.tenant.publicDomain
  const allowed = `/platform-domain-allowed?domain=${hostname}`

  for (let n = 0; n < 40; n += 1) expect((await askAsVisitor(world, allowed, { headers })).status).toBe(200)

  const info = await askAsVisitor(world, `/domain-info?host=${hostname}`, { headers })
  expect(info).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '29' } })
})

test('calls with a parameter that does not exist are misses too, and a verified host is allowed after them', async () => {
  const world = await newWorld()
  const headers = { 'x-forwarded-for': '198.51.100.9' }
  const { hostname } = world.tenant.publicDomain

  const misses = []
  for (let n = 0; n < 100; n += 1)
    misses.push(await askAsVisitor(world, `/platform-domain-allowed?host=${hostname}`, { headers }))
  const hit = await askAsVisitor(world, `/platform-domain-allowed?domain=${hostname}`, { headers })

  expect(hit.status).toBe(200)
  expect(misses[0]).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
  // A window may end on the way: two of them let sixty through.
  expect(misses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(40)
})
