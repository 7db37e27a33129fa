import { expect, test } from 'vitest'
import { startCoreWorld, userCaller } from '../../test/core-world.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { apiKeyAuthenticator } from './authenticate-api-key.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './manage-api-keys.ts'

const invalid = { code: 'UNAUTHORIZED' }

/** A core world that creates keys, and authenticates each as a process with empty caches. */
async function startKeys() {
  const world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const touches: Promise<void>[] = []
  const background = { run: (_name: string, work: () => Promise<void>) => void touches.push(work()) }
  const input = { id: serviceId, name: 'tests', scope: 'write', livemode: true } as const
  return {
    world,
    input,
    create: (more: { livemode?: boolean; expiresAt?: string } = {}) =>
      createApiKey(deps, operator, { ...input, ...more }),
    rotate: (id: string, graceSeconds: number) => rotateApiKey(deps, operator, { id, graceSeconds }),
    revoke: (id: string) => revokeApiKey(deps, operator, id),
    authenticate: (value: string) => apiKeyAuthenticator(deps, background)(value),
    async [Symbol.asyncDispose]() {
      await Promise.all(touches)
      await world[Symbol.asyncDispose]()
    },
  }
}

test('a created key works, and its value is nowhere in the database', async () => {
  await using keys = await startKeys()
  const { deps, serviceId } = keys.world

  const key = await keys.create({ livemode: false })

  expect(await keys.authenticate(key.value)).toMatchObject({ keyId: key.id, serviceId, isLive: false })
  expect(key).toMatchObject({ state: 'active', prefix: 'inlet_test_', lastFour: key.value.slice(-4), expiresAt: null })
  const collections = await deps.db.collections()
  const stored = await Promise.all(collections.map((collection) => collection.find().toArray()))
  expect(JSON.stringify(stored)).not.toContain(key.value.slice(11, -4))
})

test('after a rotation both values work for the grace period, then only the new one, with the same rights', async () => {
  await using keys = await startKeys()
  const old = await keys.create()

  const fresh = await keys.rotate(old.id, 60)
  const during = await Promise.all([keys.authenticate(old.value), keys.authenticate(fresh.value)])
  keys.world.clock.advance(60_000)

  expect(during.map(({ keyId, scope }) => [keyId, scope])).toEqual([
    [old.id, 'write'],
    [fresh.id, 'write'],
  ])
  await expect(keys.authenticate(old.value)).rejects.toMatchObject(invalid)
  expect(await keys.authenticate(fresh.value)).toMatchObject({ keyId: fresh.id })
})

test('a rotation without grace period ends the old value at once, and a grace period never lengthens a key that ends sooner', async () => {
  await using keys = await startKeys()
  const { deps, clock, operator, serviceId } = keys.world
  const lost = await keys.create()
  const soon = new Date(clock.now().getTime() + 60_000).toISOString()
  const short = await keys.create({ expiresAt: soon })

  const ended = await keys.rotate(lost.id, 0)
  const successor = await keys.rotate(short.id, 604_800)

  await expect(keys.authenticate(lost.value)).rejects.toMatchObject(invalid)
  const { data } = await listApiKeys(deps, operator, { id: serviceId, limit: 50 })
  expect(data.find(({ id }) => id === short.id)?.expiresAt).toBe(soon)
  expect(successor.expiresAt).toBe(soon)
  expect(successor.replaces).toEqual({ id: short.id, endsAt: soon })
  expect(ended.replaces.id).toBe(lost.id)
  expect(Date.parse(ended.replaces.endsAt)).toBeLessThanOrEqual(clock.now().getTime())
})

test('of simultaneous rotations of one key one succeeds, and a key that is not active is not rotated', async () => {
  await using keys = await startKeys()
  const key = await keys.create()
  const notActive = { code: 'UNPROCESSABLE_CONTENT', facts: { details: [{ code: 'api_key_not_active' }] } }

  const outcomes = await Promise.allSettled([1, 2, 3].map(() => keys.rotate(key.id, 60)))
  const revoked = await keys.create()
  await keys.revoke(revoked.id)

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(notActive)
  await expect(keys.rotate(revoked.id, 0)).rejects.toMatchObject(notActive)
  expect(await keys.world.deps.db.collection('apiKeys').countDocuments()).toBe(3)
})

test('a viewer lists keys and creates none, a user of another service finds none, and changes are in the audit log', async () => {
  await using keys = await startKeys()
  const { deps, clock, operator, serviceId } = keys.world
  const key = await keys.create()
  const viewer = keys.world.member('viewer')

  await expect(createApiKey(deps, viewer, keys.input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(revokeApiKey(deps, viewer, key.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(revokeApiKey(deps, userCaller(new Map()), key.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await listApiKeys(deps, viewer, { id: serviceId, limit: 50 })).data).toHaveLength(1)
  clock.advance(10)
  await keys.revoke(key.id)
  await expect(keys.revoke(key.id)).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    message: 'This key is already revoked',
  })

  const { data } = await listAuditLog(deps, operator, { id: serviceId, limit: 50 })
  expect(data.map(({ action }) => action)).toEqual(['api_key.revoked', 'api_key.created'])
  expect(JSON.stringify(data)).not.toContain(key.value)
})

test('an expiry in the past is refused', async () => {
  await using keys = await startKeys()

  await expect(keys.create({ expiresAt: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    facts: { details: [{ code: 'expires_in_past' }] },
  })
})
