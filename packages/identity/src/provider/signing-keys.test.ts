import { dayMs, daySeconds } from '@inlet/contract'
import { setAccountDisabled } from '@inlet/core'
import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { logInWithCode } from '../../test/code-flow.ts'
import { openDatabase, type ProviderServer, password, startProvider } from '../../test/provider-server.ts'
import { expectInvalid, expectRefusal } from '../../test/refusals.ts'
import { rotateSigningKeys, signingKeys } from './signing-keys.ts'

const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const

async function publishedKids(server: ProviderServer): Promise<string[]> {
  const answer = await fetch(`${server.baseUrl}/oidc/jwks`)
  const document: { keys: Record<string, string>[] } = JSON.parse(await answer.text())
  for (const key of document.keys)
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  return document.keys.map(({ kid = '' }) => kid)
}

test('however many processes start at once on an empty database, they agree on one key', async () => {
  await using opened = await openDatabase()

  const sets = await Promise.all(Array.from({ length: 6 }, () => signingKeys(opened.deps).current()))

  const kids = new Set(sets.map(({ privateJwks: [{ kid }] }) => kid))
  expect(kids.size).toBe(1)
  expect(await opened.deps.db.collection('signingKeys').countDocuments()).toBe(1)
})

test('rotations at the same moment leave one key that signs, and none is lost', async () => {
  await using opened = await openDatabase()

  const kids = await Promise.all(Array.from({ length: 4 }, () => rotateSigningKeys(opened.deps, operator)))

  const rows = await opened.deps.db
    .collection('signingKeys')
    .find({}, { sort: { generation: -1 } })
    .toArray()
  expect(rows.map(({ generation }) => generation)).toEqual([4, 3, 2, 1])
  expect(rows.filter(({ expiresAt }) => expiresAt === null).map(({ generation }) => generation)).toEqual([4])
  expect(new Set(kids).size).toBe(4)
})

test('a rotation reaches every process, and tokens of the old key are accepted until they expire', async () => {
  const publicUrl = 'http://inlet.test'
  await using first = await startProvider({ publicUrl })
  await using second = await startProvider({ publicUrl, databaseUri: first.databaseUri })
  const account = await first.account('ada@example.com')
  const old = await first.provider.issueAccessToken(account._id, daySeconds)
  await second.provider.verify(old)

  const kid = await rotateSigningKeys(first.deps, operator)
  first.clock.advance(2_000)
  const fresh = await first.provider.issueAccessToken(account._id, 600)

  expect(decodeProtectedHeader(fresh).kid).toBe(kid)
  second.clock.advance(500)
  await expect(second.provider.verify(fresh)).resolves.toMatchObject({ sub: account._id })
  await expect(second.provider.verify(old)).resolves.toMatchObject({ sub: account._id })
  second.clock.advance(2_000)
  expect(await publishedKids(second)).toEqual([kid, decodeProtectedHeader(old).kid])

  second.clock.advance(dayMs + 310_000)
  expect(await publishedKids(second)).toEqual([kid])
  await expectRefusal(second.provider.verify(old), 'UNAUTHORIZED')
})

test('a login survives a rotation: its refresh token, its cookies, and the id_token_hint at logout', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const { flow, tokens } = await logInWithCode({
    issuer: server.provider.issuer,
    redirectUri: `${server.baseUrl}/callback`,
    email: 'ada@example.com',
    password,
  })
  const kid = await rotateSigningKeys(server.deps, operator)
  server.clock.advance(3_000)

  const refreshed = await flow.refresh(tokens.refresh_token ?? '')
  const again = await flow.session.ask(flow.authorizationUrl)
  const logout = await flow.session.ask(`${server.provider.issuer}/session/end?id_token_hint=${tokens.id_token}`)

  expect(decodeProtectedHeader(refreshed.access_token).kid).toBe(kid)
  await expect(server.provider.verify(refreshed.access_token)).resolves.toMatchObject({ sub: account._id })
  expect(again.location).toContain('/callback?code=')
  expect(logout.text).toContain('Log out?')
})

test('after a rotation for a compromised key, its tokens are refused everywhere', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const stolen = await server.provider.issueAccessToken(account._id, 600)
  await server.provider.verify(stolen)

  const kid = await rotateSigningKeys(server.deps, operator, { isCompromised: true })
  server.clock.advance(2_000)

  await expectInvalid(server.provider.verify(stolen))
  expect(await publishedKids(server)).toEqual([kid])
})

test('a rotation for a compromised key ends every login: sessions, codes, refresh tokens and unfinished logins', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const { flow, tokens } = await logInWithCode({
    issuer: server.provider.issuer,
    redirectUri: `${server.baseUrl}/callback`,
    email: 'ada@example.com',
    password,
  })
  const records = server.deps.db.collection('oidc')
  const written = await records.find().toArray()

  await rotateSigningKeys(server.deps, operator, { isCompromised: true })

  expect(written.length).toBeGreaterThan(2)
  expect(await records.countDocuments()).toBe(0)
  // A record that a concurrent request wrote again is of no use, at a server that knows the new key and at one that does not yet.
  await records.insertMany(written)
  for (const waitMs of [0, 2_000]) {
    server.clock.advance(waitMs)
    await expect(flow.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await flow.session.ask(flow.authorizationUrl)).location).toContain('/oidc/interaction/')
  }
})

test('while the database is away the last known keys are used', async () => {
  await using opened = await openDatabase()
  const keys = signingKeys(opened.deps)
  const known = await keys.current()
  await opened.deps.db.client.close()
  opened.clock.advance(60_000)

  await expect(keys.current()).resolves.toBe(known)
})

test('a token without a login lasts a day at most, and ends when its account is closed', async () => {
  await using server = await startProvider()
  const account = await server.account('ada@example.com')
  const token = await server.provider.issueAccessToken(account._id, 30 * daySeconds)
  const { exp = 0, iat = 0 } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  expect(exp - iat).toBe(daySeconds)
  await server.provider.verify(token)

  await setAccountDisabled(server.deps, account._id, true)
  server.clock.advance(1_000)

  await expectInvalid(server.provider.verify(token))
  await expectRefusal(server.provider.issueAccessToken(account._id, 60), 'NOT_FOUND')
  await expectRefusal(server.provider.issueAccessToken('nobody', 60), 'NOT_FOUND')
})
