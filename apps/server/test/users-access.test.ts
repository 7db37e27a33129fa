import { setAccountDisabled } from '@inlet/core'
import { expect, test } from 'vitest'
import { endpoints } from './support/endpoints.ts'
import { inOneWindow } from './support/in-one-window.ts'
import './support/match-error.ts'
import { invite, person } from './support/people.ts'
import { inhabit, userEndpoints } from './support/user-endpoints.ts'
import { type Answer, startWorld } from './support/world.ts'

const http = { settings: { INLET_ROLE: 'http', FAILED_CREDENTIALS_PER_MINUTE: '1000' } }

/** A world in which both tenants have the inbox `code` with one message. */
async function startInhabitedWorld() {
  const world = await startWorld(http)
  const [own, foreign] = [await inhabit(world), await inhabit(world, world.stranger)]
  const shared = await endpoints(world, { own: own.messageId, foreign: foreign.messageId })
  return { world, own, foreign, shared, users: userEndpoints(world, own, foreign) }
}

test('without a credential every endpoint for users is 401 before it looks at the input', async () => {
  const { world, users } = await startInhabitedWorld()
  await using _ = world

  for (const { name, good, others } of users) {
    for (const ask of [good, ...Object.values(others ?? {})]) {
      const answer = await ask({ key: null })
      expect(answer, name).toMatchError(401, 'UNAUTHORIZED', 'missing_credentials')
      expect(answer.headers['www-authenticate'], name).toMatch(/Bearer /)
    }
  }
})

test('a token that is none is 401 on every endpoint; one past its end says so', async () => {
  const { world, users } = await startInhabitedWorld()
  await using _ = world
  const { token } = await person(world, { role: 'owner' })
  const unusable = ['', 'x', 'eyJhbGciOiJub25lIn0.e30.', `${token}x`, token.slice(0, -4), `${token},${token}`]

  for (const { name, good } of users) {
    for (const each of unusable) {
      expect(await good({ token: each }), `${name} ${each}`).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
    }
    for (const scheme of ['Basic', 'Token', 'ApiKey']) {
      const headers = { authorization: `${scheme} ${token}` }
      expect(await good({ key: null, headers }), scheme).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
    }
  }
  world.clock.advance(3_700_000)
  for (const { name, good } of users) {
    expect(await good({ token }), name).toMatchError(401, 'UNAUTHORIZED', 'token_expired')
  }
})

test('the tokens of an account that was closed are refused within a second', async () => {
  await using world = await startWorld(http)
  const { accountId, token } = await person(world, { role: 'owner' })
  expect((await world.call('/v1/me', { token })).status).toBe(200)

  await setAccountDisabled(world.deps, accountId, true)
  world.clock.advance(1_000)

  expect(await world.call('/v1/me', { token })).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
})

test('an API key of any scope is 403 on every endpoint for users, whatever is asked and whatever token comes with it', async () => {
  const { world, own, users } = await startInhabitedWorld()
  await using _ = world
  const { token } = await person(world, { role: 'owner' })

  for (const { name, good, others } of users) {
    for (const key of Object.values(world.keys)) {
      for (const ask of [good, ...Object.values(others ?? {})]) {
        expect(await ask({ key }), name).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
        expect(await ask({ key, token }), name).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
      }
    }
    expect(await good({ key: 'x', token }), name).toMatchError(401, 'UNAUTHORIZED', 'invalid_api_key')
  }
  expect(await world.messagesOf(own.address.fullAddress)).toMatchObject([{ id: own.messageId }])
})

test('a viewer changes nothing: 403 on every endpoint that does', async () => {
  const { world, own, users, shared } = await startInhabitedWorld()
  await using _ = world
  const { token } = await person(world, { role: 'viewer' })

  for (const { name, good, others } of users) {
    if (others) expect(await good({ token }), name).toMatchError(403, 'FORBIDDEN', 'insufficient_role')
  }
  for (const { name, scope, good } of shared) {
    const answer = await good({ token })
    if (scope === 'read') expect(answer.status, name).toBe(200)
    else expect(answer, name).toMatchError(403, 'FORBIDDEN', 'insufficient_role')
  }
  expect(await world.messagesOf(own.address.fullAddress)).toMatchObject([{ id: own.messageId }])
})

test("a user hears 404 for another service's record and for one that is nowhere, 400 for what breaks the schema", async () => {
  const { world, foreign, users, shared } = await startInhabitedWorld()
  await using _ = world
  const { token } = await person(world, { role: 'owner' })

  for (const { name, others } of users) {
    if (!others) continue
    expect(await others.foreign({ token }), name).toMatchError(404, 'NOT_FOUND')
    expect(await others.absent({ token }), name).toMatchError(404, 'NOT_FOUND')
    expect(await others.bad({ token }), name).toMatchError(400, 'BAD_REQUEST')
  }
  for (const { name, bad, absent, foreign: strange } of shared) {
    expect(await strange({ token }), name).toMatchError(404, 'NOT_FOUND')
    expect(await bad({ token }), name).toMatchError(400, 'BAD_REQUEST')
    if (absent) expect(await absent({ token }), name).toMatchError(404, 'NOT_FOUND')
  }
  expect(await world.messagesOf(foreign.address.fullAddress)).toMatchObject([{ isRead: false }])
})

test('a domain of another service is refused, where the user is at home there too', async () => {
  await using world = await startWorld(http)
  const { email, token } = await person(world, { role: 'owner' })
  const foreign = { domainId: world.stranger.domain.id }

  expect(await world.create(foreign, { token })).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  await invite(world, { email, role: 'owner', tenant: world.stranger })
  world.clock.advance(1_000)
  expect(await world.create(foreign, { token })).toMatchError(403, 'FORBIDDEN', 'wrong_service')
})

test('the endpoints for keys serve a user of role admin and owner, without a limit', async () => {
  const { world, shared } = await startInhabitedWorld()
  await using _ = world

  for (const role of ['admin', 'owner'] as const) {
    const { token } = await person(world, { role })
    for (const { name, good } of shared) {
      const answer = await good({ token })
      expect(answer.status, name).toBe(name === 'createAddress' ? 201 : 200)
      expect(answer.headers, name).not.toHaveProperty('x-ratelimit-limit')
    }
  }
})

test('somebody who is a member of nothing is known, and everything is 404 to them', async () => {
  const { world, users, shared } = await startInhabitedWorld()
  await using _ = world
  const { token, email } = await person(world)

  const me = await world.call('/v1/me', { token })

  expect(me.body).toEqual({ data: { id: expect.any(String), email, name: 'Ada', services: [] } })
  for (const { name, good, others } of users) {
    if (others) expect(await good({ token }), name).toMatchError(404, 'NOT_FOUND')
  }
  for (const { name, good } of shared) expect(await good({ token }), name).toMatchError(404, 'NOT_FOUND')
})

test('tokens that are none are limited for each client, and a good one goes on working', async () => {
  const settings = { INLET_ROLE: 'http', FAILED_CREDENTIALS_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' }
  await using world = await startWorld({ settings })
  const { token } = await person(world, { role: 'viewer' })
  let client = 0
  const ask = (with_: string) =>
    world.call('/v1/me', { token: with_, headers: { 'x-forwarded-for': `198.51.100.${client}` } })

  const answers = await inOneWindow(async () => {
    client += 1
    const failures: Answer[] = []
    for (let turn = 0; turn < 4; turn += 1) failures.push(await ask('x'))
    return failures
  })

  for (const answer of answers.slice(0, 3)) expect(answer).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
  expect(answers[3]).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(token)).status).toBe(200)
})

test('the log names the user of a request, and never shows their token', async () => {
  await using world = await startWorld(http)
  const { token } = await person(world, { role: 'viewer' })

  const me = await world.call('/v1/me', { token })
  await world.addresses('', { token })

  const lines = world.lines.filter((line) => line.includes('"request"'))
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ userId: me.body.data.id })
  expect(world.lines.join('')).not.toContain(token.slice(-20))
})
