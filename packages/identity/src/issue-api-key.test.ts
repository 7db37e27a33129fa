import {
  connectDatabase,
  type Deps,
  ensureCollections,
  insertService,
  listApiKeys,
  listAuditLog,
  type OperatorCaller,
  revokeApiKey,
  searchQueue,
  type UserCaller,
} from '@inlet/core'
import { createBackground, createLog, idSource } from '@inlet/runtime'
import { freshDatabase, testClock } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { apiKeyAuthenticator } from './authenticate-api-key.ts'
import { createApiKey, rotateApiKey } from './issue-api-key.ts'

const origin = { ip: null, requestId: 'r' }
const operator: OperatorCaller = { kind: 'operator', name: 'root', origin }
const invalid = { code: 'UNAUTHORIZED' }

async function startKeys() {
  const database = freshDatabase()
  const db = await connectDatabase(database.uri)
  const clock = testClock()
  const deps: Deps = { db, clock, ...idSource(clock), searchQueue: searchQueue() }
  await ensureCollections(db)
  const { _id: serviceId } = await insertService(deps, { name: 'Acme' })
  const background = createBackground(createLog('silent'))
  return {
    deps,
    clock,
    serviceId,
    wish: { id: serviceId, name: 'tests', scope: 'write', livemode: true } as const,
    /** Asks as a process that remembers nothing. */
    authenticate: (value: string) => apiKeyAuthenticator(deps, background)(value),
    async [Symbol.asyncDispose]() {
      await background.settled()
      await db.client.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

test('a key that was issued works, and its value stands nowhere in the database', async () => {
  await using keys = await startKeys()

  const key = await createApiKey(keys.deps, operator, { ...keys.wish, livemode: false })

  expect(await keys.authenticate(key.value)).toMatchObject({ keyId: key.id, serviceId: keys.serviceId, isLive: false })
  expect(key).toMatchObject({ state: 'active', prefix: 'inlet_test_', lastFour: key.value.slice(-4), expiresAt: null })
  const collections = await keys.deps.db.collections()
  const stored = await Promise.all(collections.map((collection) => collection.find().toArray()))
  expect(JSON.stringify(stored)).not.toContain(key.value.slice(11, -4))
})

test('after a rotation both values work for the grace, then only the new one, with the same rights', async () => {
  await using keys = await startKeys()
  const old = await createApiKey(keys.deps, operator, keys.wish)

  const fresh = await rotateApiKey(keys.deps, operator, { id: old.id, graceSeconds: 60 })
  const during = await Promise.all([keys.authenticate(old.value), keys.authenticate(fresh.value)])
  keys.clock.advance(60_000)

  expect(during.map(({ keyId, scope }) => [keyId, scope])).toEqual([
    [old.id, 'write'],
    [fresh.id, 'write'],
  ])
  await expect(keys.authenticate(old.value)).rejects.toMatchObject(invalid)
  expect(await keys.authenticate(fresh.value)).toMatchObject({ keyId: fresh.id })
})

test('a rotation without grace ends the old value at once, and a grace never lengthens a key that ends sooner', async () => {
  await using keys = await startKeys()
  const lost = await createApiKey(keys.deps, operator, keys.wish)
  const soon = new Date(keys.clock.now().getTime() + 60_000).toISOString()
  const short = await createApiKey(keys.deps, operator, { ...keys.wish, expiresAt: soon })

  const ended = await rotateApiKey(keys.deps, operator, { id: lost.id, graceSeconds: 0 })
  const successor = await rotateApiKey(keys.deps, operator, { id: short.id, graceSeconds: 604_800 })

  await expect(keys.authenticate(lost.value)).rejects.toMatchObject(invalid)
  const { data } = await listApiKeys(keys.deps, operator, { id: keys.serviceId, limit: 50 })
  expect(data.find(({ id }) => id === short.id)?.expiresAt).toBe(soon)
  expect(successor.expiresAt).toBe(soon)
  expect(successor.replaces).toEqual({ id: short.id, endsAt: soon })
  expect(ended.replaces.id).toBe(lost.id)
  expect(Date.parse(ended.replaces.endsAt)).toBeLessThanOrEqual(keys.clock.now().getTime())
})

test('of rotations of one key at once one succeeds, and a key that is not active is not rotated', async () => {
  await using keys = await startKeys()
  const key = await createApiKey(keys.deps, operator, keys.wish)
  const notActive = { code: 'UNPROCESSABLE_CONTENT', facts: { details: [{ code: 'api_key_not_active' }] } }

  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => rotateApiKey(keys.deps, operator, { id: key.id, graceSeconds: 60 })),
  )
  const revoked = await createApiKey(keys.deps, operator, keys.wish)
  await revokeApiKey(keys.deps, operator, revoked.id)

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(notActive)
  await expect(rotateApiKey(keys.deps, operator, { id: revoked.id, graceSeconds: 0 })).rejects.toMatchObject(notActive)
  expect(await keys.deps.db.collection('apiKeys').countDocuments()).toBe(3)
})

test('a viewer sees keys and makes none; a stranger finds none; what is done stands in the audit log', async () => {
  await using keys = await startKeys()
  const key = await createApiKey(keys.deps, operator, keys.wish)
  const user = (roles: UserCaller['roles']): UserCaller => ({ kind: 'user', userId: 'u', email: null, roles, origin })
  const viewer = user(new Map([[keys.serviceId, 'viewer']]))

  await expect(createApiKey(keys.deps, viewer, keys.wish)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(revokeApiKey(keys.deps, viewer, key.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(revokeApiKey(keys.deps, user(new Map()), key.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await listApiKeys(keys.deps, viewer, { id: keys.serviceId, limit: 50 })).data).toHaveLength(1)
  keys.clock.advance(10)
  await revokeApiKey(keys.deps, operator, key.id)
  await expect(revokeApiKey(keys.deps, operator, key.id)).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    message: 'This key is revoked already',
  })

  const { data } = await listAuditLog(keys.deps, operator, { id: keys.serviceId, limit: 50 })
  expect(data.map(({ action }) => action)).toEqual(['api_key.revoked', 'api_key.created'])
  expect(JSON.stringify(data)).not.toContain(key.value)
})

test('an expiry that has passed is refused', async () => {
  await using keys = await startKeys()

  const late = { ...keys.wish, expiresAt: '2020-01-01T00:00:00Z' }
  await expect(createApiKey(keys.deps, operator, late)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    facts: { details: [{ code: 'expires_in_past' }] },
  })
})
