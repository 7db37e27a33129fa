import { limits } from '@inlet/contract'
import { removeMember } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { Collection } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { storeEntries } from '../audit-log/store-entries.ts'
import { inOneWindow } from '../support/in-one-window.ts'
import { rawFeed } from '../support/live-client.ts'
import '../support/match-error.ts'
import { readMetrics } from '../support/metrics-page.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { person } from '../support/people.ts'
import { type OwnWorld, plainMail, startWorld } from '../support/world.ts'

const http = { INLET_ROLE: 'http' }
const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const

/** From now on the database answers no list of webhooks until the test says so. */
function holdLists() {
  const held: (() => void)[] = []
  let begun = 0
  const { aggregate } = Collection.prototype
  const spy = vi.spyOn(Collection.prototype, 'aggregate').mockImplementation(function (this: Collection, ...args) {
    const cursor = aggregate.apply(this, args)
    if (this.collectionName !== 'webhooks') return cursor
    const toArray = cursor.toArray.bind(cursor)
    cursor.toArray = async () => {
      begun += 1
      await new Promise<void>((resolve) => held.push(resolve))
      return await toArray()
    }
    return cursor
  })
  return {
    begun: () => begun,
    releaseOne: () => held.shift()?.(),
    releaseAll() {
      spy.mockRestore()
      for (const release of held.splice(0)) release()
    },
  }
}

/** A person of the tenant, with the calls that a test holds and others. */
async function caller(world: OwnWorld) {
  const { token } = await person(world, { role: 'admin' })
  const service = `/v1/services/${world.tenant.serviceId}`
  return {
    token,
    heldList: () => world.call(`${service}/webhooks`, { token }),
    domains: () => world.call(`${service}/domains`, { token }),
    /** As many held lists in one request. */
    batch(count: number) {
      const input = Object.fromEntries(Array.from({ length: count }, (_, n) => [n, { id: world.tenant.serviceId }]))
      const paths = Array.from({ length: count }, () => 'dashboard.listWebhooks').join(',')
      return world.call(`/trpc/${paths}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`, { token })
    },
  }
}

test('of one user ten calls run at a time, the eleventh begins when one of them ends, and another user waits for none', async () => {
  await using world = await startWorld({ settings: http })
  const [busy, other] = [await caller(world), await caller(world)]
  const lists = holdLists()
  const calls = Array.from({ length: limits.callsPerUser + 1 }, () => busy.heldList())
  await waitFor(() => lists.begun() === limits.callsPerUser)

  const others = [await other.domains(), await other.domains()]
  const begunBefore = lists.begun()
  lists.releaseOne()
  await waitFor(() => lists.begun() === limits.callsPerUser + 1)
  lists.releaseAll()

  expect(others.map(({ status }) => status)).toEqual([200, 200])
  expect(begunBefore).toBe(limits.callsPerUser)
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]))
})

test("each call of a batch takes one of the user's turns, and all are answered", async () => {
  await using world = await startWorld({ settings: { ...http, CALLS_PER_USER: '3' } })
  const [busy, other] = [await caller(world), await caller(world)]
  const lists = holdLists()
  const batch = busy.batch(8)
  await waitFor(() => lists.begun() === 3)

  const others = await other.domains()
  const begunBefore = lists.begun()
  lists.releaseAll()

  expect([others.status, begunBefore]).toEqual([200, 3])
  const { status, body } = await batch
  expect([status, body.length]).toEqual([200, 8])
})

test('a call that got no turn within five seconds is 429 with Retry-After, and counted; later ones are served', async () => {
  await using world = await startWorld({ settings: { ...http, CALLS_PER_USER: '1', METRICS_PORT: '0' } })
  const [busy, other] = [await caller(world), await caller(world)]
  const lists = holdLists()
  const held = busy.heldList()
  await waitFor(() => lists.begun() === 1)

  const refused = await busy.domains()
  const others = await other.domains()
  lists.releaseAll()

  expect(refused).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect(refused.body.error.message).toMatch(/^One user may have 1 calls at a time/)
  expect(refused.headers['retry-after']).toBe('1')
  expect([others.status, (await held).status, (await busy.domains()).status]).toEqual([200, 200, 200])
  const hits = (await readMetrics(world)).value('inlet_rate_limit_hits_total', { limit: 'user-calls' })
  expect(hits).toBe(1)
})

test('a member who is removed while their call waits for its turn gets 404', async () => {
  await using world = await startWorld({ settings: { ...http, CALLS_PER_USER: '1' } })
  const busy = await caller(world)
  const { body } = await world.call('/v1/me', { token: busy.token })
  const lists = holdLists()
  const held = busy.heldList()
  await waitFor(() => lists.begun() === 1)
  const waiting = busy.domains()
  // It has come so far when one that came after it was answered.
  await world.call('/v1/me', { token: (await person(world)).token })

  await removeMember(world.deps, operator, { id: world.tenant.serviceId, userId: body.data.id })
  world.elapse(1_000)
  lists.releaseAll()

  expect(await waiting).toMatchError(404, 'NOT_FOUND')
  expect((await held).status).toBe(200)
})

test('held calls, live feeds and an export that its client does not read take no turn while they wait', async () => {
  await using world = await startWorld({ settings: { CALLS_PER_USER: '1' } })
  const busy = await caller(world)
  const { serviceId } = world.tenant
  const { fullAddress } = await world.address('code')
  await storeEntries(world, 10_000, 2_000)

  const held = [1, 2].map(() => world.inbox(fullAddress, '?waitSeconds=60', { token: busy.token }))
  await waitFor(() => openChangeStreams(world))
  using feed = await rawFeed(world.baseUrl, { serviceId, token: busy.token })
  const hangUp = new AbortController()
  const headers = { accept: 'application/x-ndjson' }
  const stalled = await fetch(`${world.baseUrl}/v1/services/${serviceId}/audit-log`, {
    headers: { ...headers, authorization: `Bearer ${busy.token}` },
    signal: hangUp.signal,
  })
  const plain = [await busy.domains(), await busy.domains()]
  hangUp.abort()

  expect([feed.response.statusCode, stalled.status, ...plain.map(({ status }) => status)]).toEqual([200, 200, 200, 200])
  await world.send(plainMail(), fullAddress)
  expect((await Promise.all(held)).map(({ body }) => body.data.length)).toEqual([1, 1])
})

test('the first look of held calls is one of the calls at a time, and another user waits for none', async () => {
  await using world = await startWorld({ settings: { ...http, CALLS_PER_USER: '2' } })
  const [busy, other] = [await caller(world), await caller(world)]
  const { fullAddress } = await world.address('code')
  const { addressByName } = world.deps.lookups
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let looks = 0
  const spy = vi.spyOn(world.deps.lookups, 'addressByName').mockImplementation(async (name) => {
    looks += 1
    await released
    return await addressByName(name)
  })
  const held = Array.from({ length: 5 }, () => world.inbox(fullAddress, '?waitSeconds=1', { token: busy.token }))
  await waitFor(() => looks === 2)

  const others = await other.domains()

  expect([others.status, looks]).toEqual([200, 2])
  release()
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  spy.mockRestore()
})

test('a user over their limit a minute is 429 whatever they call, over REST and in a batch; another user is served, and so is a key', async () => {
  await using world = await startWorld({ settings: { ...http, USER_REQUESTS_PER_MINUTE: '5' } })
  const { serviceId, domain } = world.tenant
  const id = world.deps.newId()
  const calls: [string, string, unknown?][] = [
    ['POST', `/v1/webhook-deliveries/${id}/redeliver`],
    ['POST', `/v1/webhooks/${id}/test`, {}],
    ['POST', `/v1/webhooks/${id}/recover`, { since: '2027-01-01T00:00:00Z' }],
    ['POST', `/v1/domains/${domain.id}/verify`],
    ['POST', `/v1/services/${serviceId}/billing/checkout`, { planId: 'pro' }],
    ['GET', `/v1/services/${serviceId}/audit-log`],
    ['GET', `/v1/services/${serviceId}/addresses`],
  ]

  const answers = await inOneWindow(async () => {
    const busy = await caller(world)
    const served = []
    for (let n = 0; n < 5; n += 1) served.push(await busy.domains())
    const refused = await Promise.all(
      calls.map(([method, path, body]) => world.call(path, { method, token: busy.token, body })),
    )
    return [...served, ...refused, await busy.batch(2), await (await caller(world)).domains()]
  })

  const [served, refused, others] = [answers.slice(0, 5), answers.slice(5, -2), answers.at(-1)]
  expect(served.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['4', '3', '2', '1', '0'])
  for (const answer of refused) {
    expect(answer).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  }
  expect(answers.at(-2)?.status).toBe(429)
  expect(others).toMatchObject({ status: 200, headers: { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' } })
  expect((await world.addresses()).headers['x-ratelimit-limit']).toBe(String(limits.apiKeyRequestsPerMinute))
})
