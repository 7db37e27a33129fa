import { waitFor } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

async function startWithAdmin() {
  const world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { token } = await person(world, { role: 'admin' })
  const path = `/v1/services/${world.tenant.serviceId}/api-keys`
  return {
    world,
    list: async () => (await world.call(path, { token })).body.data,
    create: (body: Record<string, unknown> = {}) =>
      world.call(path, { method: 'POST', token, body: { name: 'CI', scope: 'write', ...body } }),
    rotate: (id: string, body?: unknown) =>
      world.call(`/v1/api-keys/${id}/rotate`, { method: 'POST', token, ...(body ? { body } : {}) }),
    revoke: (id: string) => world.call(`/v1/api-keys/${id}`, { method: 'DELETE', token }),
    /** The status that a key gets. */
    use: async (key: string) => (await world.addresses('', { key })).status,
  }
}

test('a key works at once, and its value is in that answer alone: in no list, no log line, no audit entry, and stored as a hash', async () => {
  const { world, create, list, use } = await startWithAdmin()
  await using _ = world
  const expiresAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString()

  const live = await create({ name: '  CI  ', expiresAt })
  const label = await create({ livemode: false, scope: 'read' })

  expect([live.status, label.status]).toEqual([201, 201])
  const { value, ...shown } = live.body.data
  expect(value).toMatch(/^inlet_live_[0-9A-Za-z]{36}$/)
  expect(label.body.data).toMatchObject({ livemode: false, scope: 'read', prefix: 'inlet_test_', expiresAt: null })
  expect(shown).toMatchObject({
    name: 'CI',
    scope: 'write',
    livemode: true,
    expiresAt,
    state: 'active',
    lastUsedAt: null,
  })
  expect([await use(value), await use(label.body.data.value)]).toEqual([200, 200])
  const listed = await list()
  expect(listed.find(({ id }: { id: string }) => id === shown.id)).toMatchObject({ lastFour: value.slice(-4) })
  for (const collection of ['apiKeys', 'auditLog']) {
    expect(JSON.stringify(await world.deps.db.collection(collection).find().toArray())).not.toContain(value)
  }
  expect(JSON.stringify([listed, world.lines])).not.toContain(value)
  expect(JSON.stringify(listed)).not.toContain('hash')
  world.clock.advance(3_600_000)
  expect(await use(value)).toBe(401)
})

test('after a rotation both values work until the grace ends, and not a moment longer; without one the old is refused within a second', async () => {
  const { world, create, rotate, use } = await startWithAdmin()
  await using _ = world
  const now = vi.spyOn(world.clock, 'now').mockReturnValue(world.clock.now())
  const stand = (at: number) => now.mockReturnValue(new Date(at))
  const old = (await create()).body.data

  const rotated = await rotate(old.id, { graceSeconds: 60 })

  const { id, value, replaces } = rotated.body.data
  expect(rotated.status).toBe(201)
  expect(rotated.body.data).toMatchObject({ name: 'CI', scope: 'write', livemode: true, expiresAt: null })
  const end = world.clock.now().getTime() + 60_000
  expect(replaces).toEqual({ id: old.id, endsAt: new Date(end).toISOString() })
  expect([await use(old.value), await use(value)]).toEqual([200, 200])
  expect(await rotate(old.id)).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'api_key_not_active')
  stand(end - 1)
  expect(await use(old.value)).toBe(200)
  stand(end)
  expect([await use(old.value), await use(value)]).toEqual([401, 200])

  const next = (await rotate(id, { graceSeconds: 0 })).body.data
  stand(end + 1_000)
  expect([await use(value), await use(next.value)]).toEqual([401, 200])
})

test('a rotation without a body leaves a day, and never more than the key’s own expiry', async () => {
  const { world, create, rotate } = await startWithAdmin()
  await using _ = world
  vi.spyOn(world.clock, 'now').mockReturnValue(world.clock.now())
  const inSeconds = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000).toISOString()
  const [endless, ending] = [(await create()).body.data, (await create({ expiresAt: inSeconds(60) })).body.data]

  const [one, other] = [(await rotate(endless.id)).body.data, (await rotate(ending.id)).body.data]

  expect(one).toMatchObject({ expiresAt: null, replaces: { endsAt: inSeconds(86_400) } })
  expect(other).toMatchObject({ expiresAt: inSeconds(60), replaces: { endsAt: inSeconds(60) } })
  for (const graceSeconds of [-1, 604_801, 1.5, '60', null]) {
    expect(await rotate(one.id, { graceSeconds }), String(graceSeconds)).toMatchError(400, 'BAD_REQUEST')
  }
})

test('a revoked key is refused within a second, stays in the list, and is not revoked twice', async () => {
  const { world, create, revoke, use, list } = await startWithAdmin()
  await using _ = world
  const { id, value } = (await create()).body.data
  expect(await use(value)).toBe(200)

  const revoked = await revoke(id)
  world.elapse(1_000)

  expect(revoked).toMatchObject({ status: 204, text: '' })
  expect(await use(value)).toBe(401)
  expect(await revoke(id)).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'api_key_revoked')
  const listed = (await list()).find((each: { id: string }) => each.id === id)
  expect(listed).toMatchObject({ state: 'revoked', revokedAt: expect.stringMatching(/Z$/) })
})

test('lastUsedAt is written at most once a minute', async () => {
  const { world, create, use, list } = await startWithAdmin()
  await using _ = world
  const { id, value } = (await create()).body.data
  const now = vi.spyOn(world.clock, 'now').mockReturnValue(world.clock.now())
  const beganAt = world.clock.now().getTime()
  const lastUsedAt = async () => (await list()).find((each: { id: string }) => each.id === id).lastUsedAt
  const useAt = async (afterMs: number) => {
    now.mockReturnValue(new Date(beganAt + afterMs))
    await use(value)
  }
  const at = (afterMs: number) => new Date(beganAt + afterMs).toISOString()

  await useAt(0)
  await waitFor(lastUsedAt)
  await useAt(59_999)
  await useAt(60_000)
  await waitFor(async () => (await lastUsedAt()) !== at(0))

  expect(await lastUsedAt()).toBe(at(60_000))
})
