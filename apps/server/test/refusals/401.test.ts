import { revokeApiKeys, setAccountDisabled } from '@inlet/core'
import { describe, expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { callsOf, keyAndUserOperations, sharedWorld } from './operation-world.ts'

const startFor = sharedWorld()

// No credential, and every kind of one that is not valid.
describe.each(keyAndUserOperations)('%s', (operationId) => {
  const prepared = startFor(operationId)

  test('without a credential a call is 401 and says how to send one, before its input is looked at', async () => {
    const { operation } = prepared()
    const scheme = operation.scope === null ? /Bearer / : /^ApiKey /

    for (const ask of callsOf(operation)) {
      const answer = await ask({ key: null })
      expect(answer).toMatchError(401, 'UNAUTHORIZED', 'missing_credentials')
      expect(answer.headers['www-authenticate']).toMatch(scheme)
    }
    const notJson = { key: null, rawBody: '{', headers: { 'content-type': 'no media type' } }
    if (operation.method === 'POST') expect(await operation.good(notJson)).toMatchError(401, 'UNAUTHORIZED')
  })

  test('a malformed API key is 401, whatever token comes with it', async () => {
    const { world, owner, operation } = prepared()
    const valid = world.keys.admin
    const malformed = [
      '',
      'x',
      'inlet_live_',
      valid.slice(0, -1) + (valid.endsWith('a') ? 'b' : 'a'),
      valid.slice(0, -1),
      `${valid}a`,
      valid.toUpperCase(),
      valid.replace('live', 'test'),
      `Bearer ${valid}`,
      'x'.repeat(5_000),
    ]

    for (const key of malformed) {
      const answer = await operation.good({ key })
      expect(answer, key).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
      expect(answer.headers).toHaveProperty('www-authenticate')
    }
    expect(await operation.good({ key: 'x', token: owner })).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
  })

  test('an unknown, an expired and a revoked API key are 401', async () => {
    const { world, operation } = prepared()
    const unknown = await world.apiKey({ scope: 'read' })
    await world.deps.db.collection('apiKeys').deleteOne({ lastFour: unknown.slice(-4) })
    const expiring = await world.apiKey({ scope: 'read', expiresAt: new Date(world.clock.now().getTime() + 60_000) })
    const revoked = await world.apiKey({ scope: 'read', name: 'revoked' })
    const statusOf = async (key: string) => (await operation.good({ key })).status
    expect([await statusOf(expiring), await statusOf(revoked)]).not.toContain(401)

    await revokeApiKeys(world.deps, { serviceId: world.tenant.serviceId, names: ['revoked'] })
    world.clock.advance(60_000)

    for (const key of [unknown, expiring, revoked]) {
      expect(await operation.good({ key })).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
    }
  })

  test('a malformed token is 401; a valid API key beside it decides', async () => {
    const { world, operation } = prepared()
    const { token } = await person(world, { role: 'viewer' })
    const malformed = ['', 'x', 'eyJhbGciOiJub25lIn0.e30.', `${token}x`, token.slice(0, -4), `${token},${token}`]
    const headers = { authorization: 'Bearer x' }

    for (const each of malformed) {
      expect(await operation.good({ token: each }), each).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
    }
    for (const scheme of ['Basic', 'Token', 'ApiKey']) {
      const answer = await operation.good({ key: null, headers: { authorization: `${scheme} ${token}` } })
      expect(answer, scheme).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
    }
    const { status } = await operation.good({ key: world.keys.admin, headers })
    if (operation.scope === null) expect(status).toBe(403)
    else expect(status).toBeLessThan(300)
  })

  test('a token is 401 after its end, and within a second after its account was closed', async () => {
    const { world, operation } = prepared()
    const closed = await person(world)
    const expiring = await person(world)
    expect((await operation.good({ token: closed.token })).status).not.toBe(401)

    await setAccountDisabled(world.deps, closed.accountId, true)
    world.elapse(1_000)
    expect(await operation.good({ token: closed.token })).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
    world.clock.advance(3_700_000)

    expect(await operation.good({ token: expiring.token })).toMatchError(401, 'UNAUTHORIZED', 'token_expired')
  })
})
