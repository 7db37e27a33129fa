import { setPassword } from '@inlet/core'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { browserSession } from '../../test/browser-session.ts'
import { logInWithCode, startCodeFlow } from '../../test/code-flow.ts'
import { type ProviderServer, password, startProvider } from '../../test/provider-server.ts'
import { expectInvalid } from '../../test/refusals.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { oidcAdapter } from './oidc-adapter.ts'

const flowAt = (server: ProviderServer, parameters: Record<string, string> = {}) =>
  startCodeFlow({ issuer: server.provider.issuer, redirectUri: `${server.baseUrl}/callback`, parameters })

const logInAt = (server: ProviderServer, email: string) =>
  logInWithCode({ issuer: server.provider.issuer, redirectUri: `${server.baseUrl}/callback`, email, password })

test('code flow with PKCE: the tokens name the person, and the API accepts the access token', async () => {
  await using server = await startProvider()
  const account = await server.account('Ada@Example.com', 'Ada')

  const { tokens } = await logInAt(server, ' ada@EXAMPLE.com ')

  const iss = server.provider.issuer
  const profile = { email: 'ada@example.com', email_verified: true, name: 'Ada' }
  expect(tokens).toMatchObject({ expires_in: 900, token_type: 'bearer', refresh_token: expect.any(String) })
  expect(tokens.claims()).toMatchObject({ iss, sub: account._id, ...profile })
  expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
  expect(decodeJwt(tokens.access_token)).toMatchObject({ iss, aud: 'inlet-api', client_id: 'inlet-dashboard' })
  const identity = { iss, sub: account._id, email: 'ada@example.com', isEmailVerified: true, name: 'Ada' }
  await expect(server.provider.verify(tokens.access_token)).resolves.toEqual(identity)
  await expect(server.provider.fetchUserInfo(tokens.access_token)).resolves.toEqual(identity)
})

test('an ID token is not accepted as an access token', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')

  const { tokens } = await logInAt(server, 'ada@example.com')

  await expect(server.provider.verify(tokens.id_token ?? '')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a logged-in browser gets a code at once, also from another process and after a restart', async () => {
  const publicUrl = 'http://inlet.test'
  await using first = await startProvider({ publicUrl })
  await first.account('ada@example.com')
  await using second = await startProvider({ publicUrl, databaseUri: first.databaseUri })
  const session = browserSession()
  const ask = (server: ProviderServer, url: string | null, form?: Record<string, string>) =>
    session.ask((url ?? '').replace(publicUrl, server.baseUrl), { form })
  const start = `${publicUrl}/oidc/auth?${new URLSearchParams({
    client_id: 'inlet-dashboard',
    response_type: 'code',
    redirect_uri: `${publicUrl}/callback`,
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })}`

  const page = await ask(first, start)
  const resumed = await ask(second, page.location, { email: 'ada@example.com', password })
  const done = await ask(first, resumed.location)
  const again = await ask(second, start)

  for (const { location } of [done, again]) expect(location).toMatch(/^http:\/\/inlet\.test\/callback\?code=/)
})

test('without PKCE, with a plain challenge, or with a foreign redirect URI there is no code', async () => {
  await using server = await startProvider()
  const { authorizationUrl, session } = await flowAt(server)
  const change = (parameters: Record<string, string | null>) => {
    const url = new URL(authorizationUrl)
    for (const [name, value] of Object.entries(parameters)) {
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
    return session.ask(url)
  }

  const noChallenge = await change({ code_challenge: null, code_challenge_method: null })
  expect(noChallenge.location).toMatch(/\/callback\?error=invalid_request/)
  expect((await change({ code_challenge_method: 'plain' })).location).toMatch(/\/callback\?error=invalid_request/)
  expect((await change({ response_type: 'token' })).location).toMatch(/error=unsupported_response_type/)
  expect((await change({ resource: 'https://elsewhere.example' })).location).toMatch(/\/callback\?error=invalid_target/)
  for (const redirectUri of [
    'https://evil.example/',
    `${server.baseUrl}/callback/..`,
    `${server.baseUrl}.evil.example/callback`,
  ]) {
    const refused = await change({ redirect_uri: redirectUri })
    expect(refused).toMatchObject({ status: 400, location: null })
    expect(refused.text).toContain('role="alert"')
  }
})

test('a code is valid once; its second use ends the tokens of the first', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const flow = await flowAt(server)
  const { location } = await flow.logIn(await flow.begin(), { email: 'ada@example.com', password })
  const tokens = await flow.redeem(location ?? '')

  await expect(flow.redeem(location ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })

  await expect(flow.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('refresh tokens rotate; a reused one ends its whole login', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const { flow, tokens: first } = await logInAt(server, 'ada@example.com')

  const second = await flow.refresh(first.refresh_token ?? '')
  const third = await flow.refresh(second.refresh_token ?? '')
  await expect(server.provider.verify(third.access_token)).resolves.toMatchObject({ sub: account._id })
  await expect(flow.refresh(first.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })

  expect(new Set([first, second, third].map(({ refresh_token: token }) => token)).size).toBe(3)
  await expect(flow.refresh(third.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('of several simultaneous uses of a refresh token at most one succeeds, and its login ends', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const { flow, tokens } = await logInAt(server, 'ada@example.com')

  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => flow.refresh(tokens.refresh_token ?? '')))

  const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(won.length).toBeLessThanOrEqual(1)
  for (const { refresh_token: token = '' } of [tokens, ...won]) {
    await expect(flow.refresh(token)).rejects.toMatchObject({ error: 'invalid_grant' })
  }
})

test('the second of two simultaneous uses of a refresh token ends the login of the first', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const { flow, tokens } = await logInAt(server, 'ada@example.com')
  const before = await storedRefreshTokens(server)

  const won = await flow.refresh(tokens.refresh_token ?? '')
  // What the second request does, which read the token while it was unused.
  const [id = ''] = [tokens.refresh_token]
  await expect(oidcAdapter(server.deps, 'RefreshToken').consume(id)).rejects.toMatchObject({ error: 'invalid_grant' })

  expect(before).toBe(1)
  expect(await storedRefreshTokens(server)).toBe(0)
  await expect(flow.refresh(won.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('a password that changes between the login form and the redirect ends that login too', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const flow = await flowAt(server)
  const { location } = await flow.session.ask(await flow.begin(), { form: { email: 'ada@example.com', password } })

  await setPassword(server.deps, account._id, await hashPassword('another password'))
  const resumed = await flow.session.ask(location ?? '')

  expect(location).toContain('/oidc/auth/')
  expect(resumed.location).toContain('/oidc/interaction/')
  const answer = await flow.logIn(resumed.location ?? '', { email: 'ada@example.com', password: 'another password' })
  expect(answer.location).toContain('/callback?code=')
})

test('a code, a refresh token and an access token from before a new password are refused, even if their records are still there', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const flow = await flowAt(server)
  const { location } = await flow.logIn(await flow.begin(), { email: 'ada@example.com', password })
  const { tokens, flow: other } = await logInAt(server, 'ada@example.com')
  const records = server.deps.db.collection('oidc')
  const written = await records.find().toArray()

  await setPassword(server.deps, account._id, await hashPassword('another password'))
  // A concurrent request writes the record that it has read.
  await records.deleteMany({})
  await records.insertMany(written)

  await expect(flow.redeem(location ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(other.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  await expectInvalid(server.provider.verify(tokens.access_token))
  expect((await other.session.ask(other.authorizationUrl)).location).toContain('/oidc/interaction/')
})

test('a login right after a new password, in the same second, is valid, and a second change in that second ends it', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const passwordHash = await hashPassword(password)
  server.clock.advance(1000 - (server.clock.now().getTime() % 1000))
  await setPassword(server.deps, account._id, passwordHash)

  const { tokens } = await logInAt(server, 'ada@example.com')
  const issued = await server.provider.issueAccessToken(account._id, 60)
  for (const token of [tokens.access_token, issued]) {
    await expect(server.provider.verify(token)).resolves.toMatchObject({ sub: account._id })
  }
  await setPassword(server.deps, account._id, passwordHash)
  server.clock.advance(1000)

  for (const token of [tokens.access_token, issued]) await expectInvalid(server.provider.verify(token))
})

const storedRefreshTokens = (server: ProviderServer) =>
  server.deps.db.collection('oidc').countDocuments({ kind: 'RefreshToken' })

test('logging out ends the login and its refresh token, after a confirmation that another site cannot send', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const { flow, tokens } = await logInAt(server, 'ada@example.com')
  const { session } = flow
  const end = `${server.provider.issuer}/session/end`
  const query = new URLSearchParams({
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${server.baseUrl}/`,
    state: 's',
  })

  const question = await session.ask(`${end}?${query}`)
  expect((await session.ask(`${end}/confirm`, { form: { xsrf: 'guessed', logout: 'yes' } })).status).toBe(400)
  const [, xsrf = ''] = /name="xsrf" value="([0-9a-f]+)"/.exec(question.text) ?? []
  const answer = await session.ask(`${end}/confirm`, { form: { xsrf, logout: 'yes' } })

  expect(question.text).toContain('Log out?')
  expect(answer.location).toBe(`${server.baseUrl}/?state=s`)
  await expect(flow.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  expect((await session.ask(flow.authorizationUrl)).location).toContain('/interaction/')
  const evil = await session.ask(`${end}?client_id=inlet-dashboard&post_logout_redirect_uri=https://evil.example/`)
  expect(evil).toMatchObject({ status: 400, location: null })
})

test('a login may return to the dashboard, and a logout to its page', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const redirectUri = `${server.baseUrl}/dashboard/callback`
  const { issuer } = server.provider
  const { flow, tokens } = await logInWithCode({ issuer, redirectUri, email: 'ada@example.com', password })
  const query = new URLSearchParams({
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${server.baseUrl}/dashboard/`,
  })

  const question = await flow.session.ask(`${issuer}/session/end?${query}`)
  const [, xsrf = ''] = /name="xsrf" value="([0-9a-f]+)"/.exec(question.text) ?? []
  const answer = await flow.session.ask(`${issuer}/session/end/confirm`, { form: { xsrf, logout: 'yes' } })

  expect(answer.location).toBe(`${server.baseUrl}/dashboard/`)
})
