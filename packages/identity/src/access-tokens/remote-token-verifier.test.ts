import { generateKeyPair, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { keyPair, startIssuer } from '../../test/issuer-server.ts'
import { expectInvalid, expectRefusal } from '../../test/refusals.ts'

const unavailable = (promise: Promise<unknown>) => expectRefusal(promise, 'SERVICE_UNAVAILABLE')

test('while the issuer does not answer its tokens are 503; it is asked again after a pause, and then its tokens are accepted', async () => {
  await using world = await startIssuer()
  const token = await world.token()
  world.goDown()

  await unavailable(world.trusted.verify(token))
  const askedOnce = world.asked.length
  await expect(world.trusted.verify(token)).rejects.toMatchObject({ facts: { retryAfterSeconds: 5 } })
  expect(world.asked).toHaveLength(askedOnce)

  world.goDown(false)
  world.clock.advance(5_000)
  await expect(world.trusted.verify(token)).resolves.toMatchObject({ sub: 'ada' })
})

test('while the issuer does not answer its known keys still work, and a token of an unknown key is 503, not 401', async () => {
  await using world = await startIssuer()
  await world.trusted.verify(await world.token())
  world.goDown()
  world.clock.advance(dayMs)

  await expect(world.trusted.verify(await world.token())).resolves.toMatchObject({ sub: 'ada' })
  await world.background.settled()
  await expect(world.trusted.verify(await world.token())).resolves.toMatchObject({ sub: 'ada' })
  await unavailable(world.trusted.verify(await world.token({}, {}, await keyPair())))
})

test('a new key is fetched at its first token, and a key that the issuer withdraws is no longer accepted', async () => {
  await using world = await startIssuer()
  const old = await world.token({ exp: world.seconds() + 7200 })
  await world.trusted.verify(old)
  const next = await keyPair('RS256')
  world.answers['/keys'] = () => ({ body: { keys: [next.publicJwk, world.key.publicJwk] } })
  world.clock.advance(11_000)

  await expect(world.trusted.verify(await world.token({}, {}, next))).resolves.toMatchObject({ sub: 'ada' })
  await expect(world.trusted.verify(old)).resolves.toMatchObject({ sub: 'ada' })

  world.answers['/keys'] = () => ({ body: { keys: [next.publicJwk] } })
  world.clock.advance(11 * 60_000)
  await world.trusted.verify(await world.token({}, {}, next))
  await world.background.settled()
  await expectInvalid(world.trusted.verify(old))
})

test('any number of tokens with unknown keys causes one request to the issuer in ten seconds', async () => {
  await using world = await startIssuer()
  await world.trusted.verify(await world.token())
  const stranger = await keyPair()
  world.clock.advance(11_000)
  const before = world.asked.length

  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, n) => world.token({}, { kid: `none ${n}` }, stranger)),
  )
  await Promise.all(tokens.map((token) => expectInvalid(world.trusted.verify(token))))
  for (const token of tokens) await expectInvalid(world.trusted.verify(token))

  expect(world.asked.slice(before).filter((path) => path === '/keys')).toHaveLength(1)
})

test('invalid keys in the set of an issuer are ignored, and keys need no kid', async () => {
  await using world = await startIssuer()
  const [first, second] = [await keyPair('ES256', null), await keyPair('ES256', null)]
  const junk = [
    null,
    7,
    'key',
    [],
    {},
    { kty: 'RSA' },
    { kty: 'EC', crv: 'P-256', x: '!', y: '' },
    { kty: 'XYZ' },
    { kty: 'EC', kid: 7 },
  ]
  world.answers['/keys'] = () => ({ body: { keys: [...junk, first.publicJwk, second.publicJwk], more: 1 } })

  await expect(world.trusted.verify(await world.token({}, {}, first))).resolves.toMatchObject({ sub: 'ada' })
  await expect(world.trusted.verify(await world.token({}, {}, second))).resolves.toMatchObject({ sub: 'ada' })
  await expectInvalid(world.trusted.verify(await world.token({}, {}, await keyPair('ES256', null))))
})

test('a weak RSA key is not used', async () => {
  await using world = await startIssuer()
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 1024 })
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: 'weak', alg: 'RS256', use: 'sig' }
  world.answers['/keys'] = () => ({ body: { keys: [publicJwk, world.key.publicJwk] } })
  const [, payload] = (await world.token()).split('.')
  const signed = `${Buffer.from('{"alg":"RS256","typ":"at+jwt","kid":"weak"}').toString('base64url')}.${payload}`
  const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url')

  await expectInvalid(world.trusted.verify(`${signed}.${signature}`))
})

test.each([
  ['another issuer', { issuer: 'https://elsewhere.example', jwks_uri: 'https://elsewhere.example/keys' }],
  ['no keys', { jwks_uri: undefined }],
  ['keys under a scheme of its own', { jwks_uri: 'file:///etc/passwd' }],
  ['something that is no document', []],
])('a discovery document that names %s is not followed', async (_, change) => {
  await using world = await startIssuer()
  const { issuer } = world
  world.answers['/.well-known/openid-configuration'] = () => ({
    body: Array.isArray(change) ? change : Object.assign({ issuer, jwks_uri: `${issuer}/keys` }, change),
  })

  await unavailable(world.trusted.verify(await world.token()))
  expect(world.asked).toEqual(['/.well-known/openid-configuration'])
})

test.each([
  ['no JSON', '/keys', { body: '<html>' }],
  ['no set of keys', '/keys', { body: { keys: {} } }],
  ['no key that is good', '/keys', { body: { keys: [{ kty: 'oct', k: 'AAAA' }] } }],
  ['more than 256 KiB', '/keys', { body: JSON.stringify({ keys: [], filler: 'x'.repeat(256 * 1024) }) }],
  ['a redirect', '/keys', { status: 302, headers: { location: '/other' }, body: '' }],
  ['an error', '/.well-known/openid-configuration', { status: 500, body: {} }],
  ['more than 64 KiB', '/.well-known/openid-configuration', { body: ' '.repeat(64 * 1024 + 1) }],
])('an issuer that answers %s is away', async (_, path, answer) => {
  await using world = await startIssuer()
  world.answers[path] = () => answer

  await unavailable(world.trusted.verify(await world.token()))
  expect(world.asked).not.toContain('/other')
})

test('claims that the token lacks come from the userinfo endpoint, which is called with that token', async () => {
  await using world = await startIssuer()
  const token = await world.token()
  world.answers['/userinfo'] = ({ headers }) => ({
    status: headers.authorization === `Bearer ${token}` ? 200 : 401,
    body: { sub: 'ada', email: 'Ada@Example.com', email_verified: true, name: 'Ada' },
  })

  await expect(world.trusted.fetchUserInfo(token)).resolves.toEqual({
    iss: world.issuer,
    sub: 'ada',
    email: 'ada@example.com',
    isEmailVerified: true,
    name: 'Ada',
  })
})

test('userinfo about another subject is not used, a refusal leaves the claims of the token, and a failure is 503', async () => {
  await using world = await startIssuer()
  const token = await world.token({ email: 'ada@example.com' })
  const plain = { sub: 'ada', email: 'ada@example.com', isEmailVerified: false, name: null }

  world.answers['/userinfo'] = () => ({ body: { sub: 'eve', email: 'eve@example.com', email_verified: true } })
  await expect(world.trusted.fetchUserInfo(token)).resolves.toMatchObject(plain)
  world.answers['/userinfo'] = () => ({ status: 403, body: {} })
  await expect(world.trusted.fetchUserInfo(token)).resolves.toMatchObject(plain)
  world.answers['/userinfo'] = () => ({ status: 500, body: {} })
  await unavailable(world.trusted.fetchUserInfo(token))
  await expectInvalid(world.trusted.fetchUserInfo('no.token.this'))
})

test('the origins of the endpoints that a browser calls are those of the discovery document; none while it cannot be read', async () => {
  await using world = await startIssuer()
  const { issuer } = world
  world.goDown()
  await expect(world.trusted.endpointOrigins()).resolves.toEqual([])

  world.goDown(false)
  world.clock.advance(5_000)
  world.answers['/.well-known/openid-configuration'] = () => ({
    body: {
      issuer,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      token_endpoint: 'https://tokens.example/oauth/token',
      revocation_endpoint: 'no URL',
    },
  })
  await expect(world.trusted.endpointOrigins()).resolves.toEqual(['https://tokens.example', issuer])
  await expect(world.trusted.verify(await world.token())).resolves.toMatchObject({ sub: 'ada' })
})
