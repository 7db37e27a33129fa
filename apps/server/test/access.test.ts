import { revokeApiKeys } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { endpoints } from './support/endpoints.ts'
import './support/match-error.ts'
import { storeMessages } from './support/stored-messages.ts'
import { startWorld, type World } from './support/world.ts'

const http = { settings: { INLET_ROLE: 'http', FAILED_CREDENTIALS_PER_MINUTE: '1000' } }

async function newestIn(world: World, fullAddress: string): Promise<string> {
  await storeMessages(world, fullAddress, [{ subject: 'Hello' }])
  const [message] = await world.messagesOf(fullAddress)
  return message?.id ?? ''
}

/** A world in which both tenants have the inbox `code` with one message. */
async function startInhabitedWorld() {
  const world = await startWorld(http)
  const [own, foreign] = [await world.address('code'), await world.address('code', world.stranger)]
  const messages = { own: await newestIn(world, own.fullAddress), foreign: await newestIn(world, foreign.fullAddress) }
  return { world, all: await endpoints(world, messages) }
}

test('every endpoint serves a key of its scope and of every larger one', async () => {
  const { world, all } = await startInhabitedWorld()
  await using _ = world

  for (const { name, scope, good } of all) {
    for (const key of [world.keys[scope], world.keys.write, world.keys.admin]) {
      expect((await good({ key })).status, name).toBe(name === 'createAddress' ? 201 : 200)
    }
  }
})

test('without a credential every endpoint is 401 and says how to send one, before it looks at the input', async () => {
  const { world, all } = await startInhabitedWorld()
  await using _ = world

  for (const { name, good, bad, foreign, absent } of all) {
    for (const ask of [good, bad, foreign, absent ?? good]) {
      const answer = await ask({ key: null })
      expect(answer, name).toMatchError(401, 'UNAUTHORIZED', 'missing_credentials')
      expect(answer.headers['www-authenticate'], name).toMatch(/^ApiKey /)
    }
  }
  expect(await all[1]?.good({ key: null, rawBody: '{', headers: { 'content-type': 'no media type' } })).toMatchError(
    401,
    'UNAUTHORIZED',
  )
})

test('a credential that is no valid key is 401 on every endpoint', async () => {
  const { world, all } = await startInhabitedWorld()
  await using _ = world
  const valid = world.keys.admin
  const typo = valid.slice(0, -1) + (valid.endsWith('a') ? 'b' : 'a')
  const invalid = [
    '',
    'x',
    'inlet_live_',
    typo,
    valid.slice(0, -1),
    `${valid}a`,
    valid.toUpperCase(),
    valid.replace('live', 'test'),
    `Bearer ${valid}`,
    'x'.repeat(5_000),
  ]

  for (const { name, good } of all) {
    for (const key of invalid) {
      const answer = await good({ key })
      expect(answer, `${name} ${key}`).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
      expect(answer.headers, name).toHaveProperty('www-authenticate')
    }
  }
})

test('a well-formed key that nobody made, an expired one and a revoked one are 401', async () => {
  const { world, all } = await startInhabitedWorld()
  await using _ = world
  const { serviceId } = world.tenant
  const expiresAt = new Date(world.clock.now().getTime() + 60_000)
  const passing = await world.apiKey({ scope: 'admin', expiresAt })
  const unknown = await world.apiKey({ scope: 'admin' })
  await world.deps.db.collection('apiKeys').deleteOne({ lastFour: unknown.slice(-4) })
  for (const { good } of all) expect((await good({ key: passing })).status).toBeLessThan(300)

  for (const { good } of all) expect(await good({ key: unknown })).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
  world.clock.advance(60_000)
  for (const { good } of all) expect(await good({ key: passing })).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
  const { keys } = world
  for (const { good } of all) expect((await good({ key: keys.admin })).status).toBeLessThan(300)
  await revokeApiKeys(world.deps, { serviceId, names: ['tests'] })
  world.clock.advance(1_000)
  for (const { good } of all)
    expect(await good({ key: keys.admin })).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
})

test('a key with an end works up to that very millisecond', async () => {
  await using world = await startWorld(http)
  const now = world.clock.now().getTime()
  const key = await world.apiKey({ scope: 'read', expiresAt: new Date(now + 3_600_000) })

  world.clock.advance(3_590_000)
  expect((await world.addresses('', { key })).status).toBe(200)
  world.clock.advance(10_000)

  expect(await world.addresses('', { key })).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
})

test('a bearer token that cannot be checked is 401 invalid_token; a key that comes with it decides', async () => {
  const { world, all } = await startInhabitedWorld()
  await using _ = world
  const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }

  for (const { name, good } of all) {
    expect(await good({ key: null, headers }), name).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
    expect((await good({ headers })).status, name).toBeLessThan(300)
    expect(await good({ key: 'x', headers }), name).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
  }
})

test('a key in the query string is no credential', async () => {
  await using world = await startWorld(http)

  for (const name of ['X-API-Key', 'x-api-key', 'api_key', 'apiKey', 'access_token', 'token']) {
    expect(await world.addresses(`?${name}=${world.keys.admin}`, { key: null })).toMatchError(
      401,
      'UNAUTHORIZED',
      'missing_credentials',
    )
  }
})

test('a scope that is too small is 403 before anything else is looked at', async () => {
  const { world, all } = await startInhabitedWorld()
  await using _ = world
  const { read: key } = world.keys

  for (const { scope, good, bad, foreign } of all) {
    if (scope === 'read') continue
    for (const ask of [good, bad, foreign])
      expect(await ask({ key })).toMatchError(403, 'FORBIDDEN', 'insufficient_scope')
    expect(await good({ key, rawBody: '{', headers: { 'content-type': 'text/plain' } })).toMatchError(
      403,
      'FORBIDDEN',
      'insufficient_scope',
    )
  }
  expect(await world.deps.db.collection('addresses').countDocuments()).toBe(2)
})

test("another service's record is 403 on every endpoint, for a key of any scope", async () => {
  const { world, all } = await startInhabitedWorld()
  await using _ = world

  for (const { name, foreign } of all) {
    expect(await foreign({ key: world.keys.admin }), name).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  }
  expect(await world.messagesOf(`code@${world.stranger.domain.hostname}`)).toMatchObject([{ isRead: false }])
})

test("a service or a mail host that is not the key's is 403 even where it is malformed or the input is bad", async () => {
  await using world = await startWorld(http)
  const { serviceId } = world.stranger
  const json = { 'content-type': 'application/json' }

  for (const id of [
    'x',
    '1',
    serviceId,
    serviceId.toLowerCase(),
    world.tenant.serviceId.toLowerCase(),
    '%20',
    '..%2F..',
    world.deps.newId(),
  ]) {
    expect(await world.call(`/v1/services/${id}/addresses?limit=0`), id).toMatchError(403, 'FORBIDDEN', 'wrong_service')
    expect(
      await world.call(`/v1/services/${id}/addresses`, { method: 'POST', rawBody: '{', headers: json }),
      id,
    ).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  }
  const { hostname } = world.tenant.domain
  for (const address of [
    'x',
    `${hostname}`,
    'a@',
    '@',
    'a@b',
    `a@${hostname}@example.com`,
    `A B@${world.stranger.domain.hostname}`,
    'a@[127.0.0.1]',
    `a@sub.${hostname}`,
    `a@${hostname}/x`,
    'a@exa mple.com',
  ]) {
    expect(await world.inbox(address, '?limit=0'), address).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  }
})

test('a record that is nowhere is 404', async () => {
  const { world, all } = await startInhabitedWorld()
  await using _ = world

  for (const { name, absent } of all) {
    if (absent) expect(await absent(), name).toMatchError(404, 'NOT_FOUND')
  }
})

test('input that breaks the schema is 400 on every endpoint, and says where', async () => {
  const { world, all } = await startInhabitedWorld()
  await using _ = world

  for (const { name, bad } of all) {
    const answer = await bad()
    expect(answer, name).toMatchError(400, 'BAD_REQUEST')
    const [detail] = answer.body.error.details
    expect(detail, name).toEqual({
      path: expect.stringMatching(/./),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/./),
    })
  }
})

test('lastUsedAt of a key is noted, and no more often than once a minute', async () => {
  await using world = await startWorld(http)
  const lastUse = async (): Promise<Date | null> => {
    const key = await world.deps.db.collection('apiKeys').findOne({ scope: 'read', serviceId: world.tenant.serviceId })
    return key?.lastUsedAt ?? null
  }
  const use = async () => expect((await world.addresses('', { key: world.keys.read })).status).toBe(200)
  expect(await lastUse()).toBeNull()

  await use()
  const first = (await waitFor(lastUse)).getTime()
  world.clock.advance(50_000)
  await use()
  world.clock.advance(11_000)
  await use()

  // Had the use after 50 s been noted, the one after 61 s would not be.
  await waitFor(async () => ((await lastUse())?.getTime() ?? 0) >= first + 60_000)
})
