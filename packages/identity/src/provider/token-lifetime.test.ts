import { daySeconds } from '@inlet/contract'
import { setAccountDisabled, setPassword } from '@inlet/core'
import { decodeJwt, importJWK, SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { expect, test } from 'vitest'
import { logInWithCode } from '../../test/code-flow.ts'
import { type ProviderServer, password, startProvider } from '../../test/provider-server.ts'
import { expectInvalid, expectRefusal } from '../../test/refusals.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { signingAlgorithm, signingKeys } from './signing-keys.ts'

const logInAt = (server: ProviderServer) =>
  logInWithCode({
    issuer: server.provider.issuer,
    redirectUri: `${server.baseUrl}/callback`,
    email: 'ada@example.com',
    password,
  })

type LoggedIn = Awaited<ReturnType<typeof logInAt>>

async function logOut(server: ProviderServer, { flow, tokens }: LoggedIn, answer: Record<string, string>) {
  const end = `${server.provider.issuer}/session/end`
  const question = await flow.session.ask(`${end}?${new URLSearchParams({ id_token_hint: tokens.id_token ?? '' })}`)
  const [, xsrf = ''] = /name="xsrf" value="([0-9a-f]+)"/.exec(question.text) ?? []
  await flow.session.ask(`${end}/confirm`, { form: { xsrf, ...answer } })
}

/** Each way to end a login before it expires. */
const endings: Record<string, (server: ProviderServer, login: LoggedIn, accountId: string) => Promise<unknown>> = {
  'logging out': (server, login) => logOut(server, login, { logout: 'yes' }),
  'logging out of the dashboard alone': (server, login) => logOut(server, login, {}),
  'revoking the refresh token': (_server, { flow, tokens }) =>
    oidc.tokenRevocation(flow.client, tokens.refresh_token ?? ''),
  'a refresh token that comes again': async (_server, { flow, tokens }) => {
    await flow.refresh(tokens.refresh_token ?? '')
    await expect(flow.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  },
  'another password': async (server, _login, accountId) =>
    setPassword(server.deps, accountId, await hashPassword('another password')),
  'closing the account': (server, _login, accountId) => setAccountDisabled(server.deps, accountId, true),
}

test.each(Object.entries(endings))('%s ends the access token in every process within a second', async (name, end) => {
  await using first = await startProvider()
  await using second = await startProvider({ databaseUri: first.databaseUri, publicUrl: first.baseUrl })
  const { _id } = await first.account('ada@example.com')
  const login = await logInAt(first)
  const other = await logInAt(first)
  const token = login.tokens.access_token
  for (const { provider } of [first, second]) await provider.verify(token)

  await end(first, login, _id)
  for (const { clock } of [first, second]) clock.advance(1_000)

  for (const { provider } of [first, second]) await expectInvalid(provider.verify(token))
  const isOneLogin = !['another password', 'closing the account'].includes(name)
  if (isOneLogin) await expect(first.provider.verify(other.tokens.access_token)).resolves.toMatchObject({ sub: _id })
})

test('a stolen refresh token, used by both, ends the access tokens of both', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const { flow, tokens } = await logInAt(server)

  const thief = await flow.refresh(tokens.refresh_token ?? '')
  const further = await flow.refresh(thief.refresh_token ?? '')
  await expect(flow.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  server.clock.advance(1_000)

  for (const { access_token: token } of [tokens, thief, further]) await expectInvalid(server.provider.verify(token))
})

test('a second use of a code ends the access token of the first use', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const { flow } = await logInAt(server)
  const { location } = await flow.session.ask(flow.authorizationUrl)
  const { access_token: token } = await flow.redeem(location ?? '')
  await server.provider.verify(token)

  await expect(flow.redeem(location ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  server.clock.advance(1_000)

  await expectInvalid(server.provider.verify(token))
})

test('an access token of a login lives fifteen minutes, to the second', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const { tokens } = await logInAt(server)
  const { iat = 0, exp = 0 } = decodeJwt(tokens.access_token)

  server.clock.advance((exp - 1) * 1000 - server.clock.now().getTime())
  await server.provider.verify(tokens.access_token)
  server.clock.advance(1_000)

  expect([exp - iat, tokens.expires_in]).toEqual([900, 900])
  await expectRefusal(server.provider.verify(tokens.access_token), 'UNAUTHORIZED', 'token_expired')
})

test("a token without a grant, of another's grant, or of an expired one is refused", async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const eve = await server.account('eve@example.com')
  const [jwk] = (await signingKeys(server.deps).current()).privateJwks
  const nowSeconds = Math.floor(server.clock.now().getTime() / 1000)
  const sign = async (sub: string, claims: Record<string, unknown>) =>
    new SignJWT({ client_id: 'inlet-dashboard', ...claims })
      .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: jwk.kid })
      .setIssuer(server.provider.issuer)
      .setSubject(sub)
      .setAudience('inlet-api')
      .setIssuedAt(nowSeconds + 10)
      .setExpirationTime(nowSeconds + 600)
      .sign(await importJWK(jwk, signingAlgorithm))
  const { sid } = decodeJwt(await server.provider.issueAccessToken(account._id, 60))

  await expect(server.provider.verify(await sign(account._id, { sid }))).resolves.toMatchObject({ sub: account._id })
  for (const claims of [{}, { sid: 'nobody knows it' }, { sid: 5 }, { sid: null }])
    await expectInvalid(server.provider.verify(await sign(account._id, claims)))
  await expectInvalid(server.provider.verify(await sign(eve._id, { sid })))
  server.clock.advance(62_000)
  await expectInvalid(server.provider.verify(await sign(account._id, { sid })))
})

test('a grant that was missing at one check is found at the next', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const token = await server.provider.issueAccessToken(account._id, 60)
  const grants = server.deps.db.collection('oidc')
  const [written] = await grants.find().toArray()

  await grants.deleteMany({})
  await expectInvalid(server.provider.verify(token))
  await grants.insertOne({ ...written })

  await expect(server.provider.verify(token)).resolves.toMatchObject({ sub: account._id })
})

test('a token without a login is not ended by a logout, and ends when the password changes', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const machine = await server.provider.issueAccessToken(account._id, daySeconds)
  const login = await logInAt(server)

  await logOut(server, login, { logout: 'yes' })
  server.clock.advance(23 * 3600_000)
  await expect(server.provider.verify(machine)).resolves.toMatchObject({ sub: account._id })
  await setPassword(server.deps, account._id, await hashPassword('another password'))
  server.clock.advance(1_000)

  await expectInvalid(server.provider.verify(machine))
})

test('while the database is away a token whose grant is not cached is refused', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const token = await server.provider.issueAccessToken(account._id, 60)
  await server.provider.verify(token)

  await server.deps.db.client.close()
  server.clock.advance(1_000)

  await expect(server.provider.verify(token)).rejects.toThrow(/closed|connect/i)
})
