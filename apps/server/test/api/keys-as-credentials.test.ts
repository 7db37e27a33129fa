import { hourMs } from '@inlet/contract'
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
