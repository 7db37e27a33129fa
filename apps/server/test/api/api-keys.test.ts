import { hourMs } from '@inlet/contract'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { startPreparedWorld } from '../support/prepared-world.ts'
import { startWorld } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }

test('every endpoint for API keys accepts a key of its scope and of every larger one', async () => {
  const { world, operations } = await startPreparedWorld()
  await using _ = world

  for (const { operationId, scope, good } of operations.values()) {
    if (scope === null) continue
    for (const key of [world.keys[scope], world.keys.write, world.keys.admin]) {
      expect((await good({ key })).status, operationId).toBe(operationId === 'createAddress' ? 201 : 200)
    }
  }
})

test('a key is valid up to the millisecond of its expiresAt', async () => {
  await using world = await startWorld(http)
  const now = world.clock.now().getTime()
  const key = await world.apiKey({ scope: 'read', expiresAt: new Date(now + hourMs) })

  world.clock.advance(3_590_000)
  expect((await world.addresses('', { key })).status).toBe(200)
  world.clock.advance(10_000)

  expect(await world.addresses('', { key })).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
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

test('lastUsedAt of a key is written, and no more often than once a minute', async () => {
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

  // Had the use after 50 s been written, the one after 61 s would not be.
  await waitFor(async () => ((await lastUse())?.getTime() ?? 0) >= first + 60_000)
})
