import { insertAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { expect, test } from 'vitest'
import { logInByCode } from '../support/code-login.ts'
import '../support/match-error.ts'
import { invite, person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const password = 'correct horse battery'

test('a login by code at the server gives a token that its API takes, with which the invited person accepts their role', async () => {
  await using world = await startWorld(http)
  const { deps, baseUrl, tenant } = world
  const email = 'ada@people.example'
  await insertAccount(deps, { email, passwordHash: await hashPassword(password), isEmailVerified: true })
  const id = await invite(world, { email, role: 'admin', tenant })

  const tokens = await logInByCode({ baseUrl, email, password })
  const token = String(tokens.access_token)
  await world.call(`/v1/invitations/${id}/accept`, { method: 'POST', token })
  const me = await world.call('/v1/me', { token })

  expect(me.body.data).toMatchObject({ email, services: [{ id: tenant.serviceId, role: 'admin' }] })
  expect((await world.create({}, { token })).status).toBe(201)
  expect(await world.call('/v1/me', { token: String(tokens.id_token) })).toMatchError(
    401,
    'UNAUTHORIZED',
    'invalid_token',
  )
  expect(world.lines.join('')).not.toContain(password)
})

test('the discovery document has URLs under PUBLIC_URL; the paths of the provider have our request ids and refuse other verbs', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: 'https://inlet.example/' } })
  const headers = { 'x-request-id': 'mine' }

  const found = await world.call('/oidc/.well-known/openid-configuration', { key: null, headers })
  const refused = await world.call('/oidc/auth?client_id=nobody', { key: null, headers })
  const other = await world.call('/oidc/jwks', { key: null, method: 'DELETE' })

  expect(found.body).toMatchObject({
    issuer: 'https://inlet.example/oidc',
    jwks_uri: 'https://inlet.example/oidc/jwks',
  })
  expect(refused.status).toBe(400)
  for (const answer of [found, refused]) expect(answer.headers['x-request-id']).toBe('mine')
  expect(other).toMatchError(405, 'METHOD_NOT_SUPPORTED')
  expect(other.headers.allow).toBe('GET, OPTIONS')
  expect(await world.call('/oidc/userinfo', { key: null })).toMatchError(404, 'NOT_FOUND')
  const lines = world.lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === 'mine')
  expect(lines.map(({ route, status }) => [route, status])).toEqual([
    ['/oidc/.well-known/openid-configuration', 200],
    ['/oidc/auth', 400],
  ])
})

test('with OIDC_ISSUER the tokens of that issuer are accepted, by its published keys, and no login is served here', async () => {
  await using issuer = await startWorld(http)
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', OIDC_ISSUER: `${issuer.baseUrl}/oidc` } })
  const { token, email } = await person(issuer)
  const id = await invite(world, { email, role: 'viewer', tenant: world.tenant })

  await world.call(`/v1/invitations/${id}/accept`, { method: 'POST', token })
  const me = await world.call('/v1/me', { token })

  expect(me.body.data).toMatchObject({ email, services: [{ role: 'viewer' }] })
  expect(world.provider).toBeNull()
  expect(await world.call('/oidc/.well-known/openid-configuration', { key: null })).toMatchError(404, 'NOT_FOUND')
})

test('while the issuer does not answer a token is 503 with Retry-After, and API keys still work', async () => {
  await using issuer = await startWorld(http)
  const { token } = await person(issuer)
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', OIDC_ISSUER: 'http://127.0.0.1:9/oidc' } })

  const answer = await world.call('/v1/me', { token })

  expect(answer).toMatchError(503, 'SERVICE_UNAVAILABLE')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await world.addresses()).status).toBe(200)
})

test('a user stays the same person when the service moves to another address', async () => {
  await using before = await startWorld(http)
  const { accountId, token } = await person(before, { role: 'owner' })
  const known = await before.call('/v1/me', { token })

  const settings = { INLET_ROLE: 'http', PUBLIC_URL: 'https://inlet.example' }
  await using after = await startWorld({ databaseUri: before.databaseUri, settings })
  const renewed = (await after.provider?.issueAccessToken(accountId, 60)) ?? ''

  expect((await after.call('/v1/me', { token: renewed })).body).toEqual(known.body)
  expect(await after.call('/v1/me', { token })).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
})

test('a process without the role http serves neither API nor login', async () => {
  await using world = await startWorld()
  await using worker = await startWorld({ databaseUri: world.databaseUri, settings: { INLET_ROLE: 'smtp' } })

  for (const path of [
    '/oidc/.well-known/openid-configuration',
    '/trpc/dashboard.readMe',
    '/v1/me',
    '/v1/openapi.json',
    '/docs',
  ]) {
    expect(await worker.call(path, { key: null }), path).toMatchError(404, 'NOT_FOUND')
  }
  expect(worker.provider).toBeNull()
})
