import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { exportSPKI, importJWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { audience, keyPair, startIssuer } from '../../test/issuer-server.ts'
import { expectInvalid, expectRefusal } from '../../test/refusals.ts'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('an access token names its person, in each of the three algorithms', async () => {
  await using world = await startIssuer()
  for (const alg of ['RS256', 'ES256', 'EdDSA']) {
    const key = await keyPair(alg)
    world.answers['/keys'] = () => ({ body: { keys: [key.publicJwk] } })
    world.clock.advance(11_000)

    const token = await world.token({ email: 'Ada@Example.com', email_verified: true, name: ' Ada ' }, {}, key)

    await expect(world.trusted.verify(token), alg).resolves.toEqual({
      iss: world.issuer,
      sub: 'ada',
      email: 'ada@example.com',
      isEmailVerified: true,
      name: 'Ada',
    })
  }
})

test('alg none, HMAC with the public key as its secret, and other algorithms are refused', async () => {
  await using world = await startIssuer()
  const payload = { iss: world.issuer, sub: 'ada', aud: audience, exp: world.seconds() + 300, client_id: 'x' }
  const pem = await exportSPKI(await publicKeyOf(world.key))
  const unsigned = `${base64({ alg: 'none', typ: 'at+jwt' })}.${base64(payload)}`
  const hmac = (secret: string) => {
    const head = `${base64({ alg: 'HS256', typ: 'at+jwt', kid: world.key.kid })}.${base64(payload)}`
    return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`
  }
  const es384 = await keyPair('ES384')
  world.answers['/keys'] = () => ({ body: { keys: [world.key.publicJwk, es384.publicJwk] } })

  await expectInvalid(world.trusted.verify(`${unsigned}.`))
  await expectInvalid(world.trusted.verify(`${unsigned}.AAAA`))
  for (const secret of [pem, pem.trim(), JSON.stringify(world.key.publicJwk)]) {
    await expectInvalid(world.trusted.verify(hmac(secret)))
  }
  await expectInvalid(world.trusted.verify(await world.token({}, {}, es384)))
})

test('a shared secret in the published keys is not used', async () => {
  await using world = await startIssuer()
  const secret = { kty: 'oct', k: Buffer.from('x'.repeat(32)).toString('base64url'), alg: 'HS256', kid: 'shared' }
  world.answers['/keys'] = () => ({ body: { keys: [secret, world.key.publicJwk] } })
  const token = await new SignJWT({ iss: world.issuer, sub: 'ada', aud: audience, client_id: 'x' })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'shared' })
    .setExpirationTime('5m')
    .sign(Buffer.from('x'.repeat(32)))

  await expectInvalid(world.trusted.verify(token))
})

test('another audience, issuer or signature, or a claim that is missing, is refused', async () => {
  await using world = await startIssuer()
  const stranger = { ...(await keyPair()), kid: world.key.kid }

  for (const claims of [
    { aud: 'https://other.example' },
    { aud: [] },
    { aud: undefined },
    { iss: `${world.issuer}/` },
    { iss: undefined },
    { sub: undefined },
    { sub: '' },
    { sub: 'x'.repeat(256) },
    { exp: undefined },
  ]) {
    await expectInvalid(world.trusted.verify(await world.token(claims)))
  }
  await expectInvalid(world.trusted.verify(await world.token({}, {}, stranger)))
  const good = await world.token()
  await expectInvalid(world.trusted.verify(good.replace(/\.[^.]+\./, `.${base64({ iss: world.issuer, sub: 'eve' })}.`)))
  await expect(world.trusted.verify(good)).resolves.toMatchObject({ sub: 'ada' })
})

test('exp and nbf hold with half a minute of tolerance, also for a token that was good a moment ago', async () => {
  await using world = await startIssuer()
  const token = await world.token({ exp: world.seconds() + 20 })
  await world.trusted.verify(token)

  world.clock.advance(35_000)
  await expect(world.trusted.verify(token)).resolves.toMatchObject({ sub: 'ada' })
  world.clock.advance(17_000)
  await expectRefusal(world.trusted.verify(token), 'UNAUTHORIZED', 'token_expired')
  await expectRefusal(
    world.trusted.verify(await world.token({ exp: world.seconds() - 40 })),
    'UNAUTHORIZED',
    'token_expired',
  )

  await expectInvalid(world.trusted.verify(await world.token({ nbf: world.seconds() + 60 })))
  await expect(world.trusted.verify(await world.token({ nbf: world.seconds() + 20 }))).resolves.toBeTruthy()
})

test('ID tokens, logout tokens and others of the same issuer and audience are no access tokens', async () => {
  await using world = await startIssuer()
  for (const [typ, claims] of [
    ['JWT', { nonce: 'n' }],
    ['JWT', { at_hash: 'h', scope: 'openid' }],
    ['JWT', { client_id: undefined, azp: audience }],
    ['JWT', { client_id: undefined }],
    ['JWT', { client_id: undefined, azp: 'another client' }],
    ['JWT', { typ: 'ID' }],
    ['JWT', { typ: 'Refresh' }],
    ['JWT', { token_use: 'id' }],
    [undefined, { events: {} }],
    [undefined, { nonce: 'n', scope: 'openid' }],
    ['logout+jwt', {}],
    ['dpop+jwt', {}],
  ] as const) {
    await expectInvalid(world.trusted.verify(await world.token(claims, { typ })))
  }
})

test('without a typ in the header the claims decide whether a token is an access token', async () => {
  await using world = await startIssuer()
  for (const [typ, claims] of [
    ['application/at+jwt', {}],
    ['AT+JWT', {}],
    ['JWT', { scope: 'openid email', azp: 'dashboard', client_id: undefined }],
    ['JWT', { scp: 'inlet', azp: audience, client_id: undefined }],
    ['JWT', { typ: 'Bearer', azp: 'dashboard' }],
    ['JWT', { token_use: 'access' }],
    [undefined, {}],
  ] as const) {
    await expect(
      world.trusted.verify(await world.token(claims, { typ })),
      JSON.stringify([typ, claims]),
    ).resolves.toBeTruthy()
  }
})

test('an address without email_verified counts as unverified, and a text that is no address is dropped', async () => {
  await using world = await startIssuer()
  for (const [claims, expected] of [
    [{ email: 'ada@example.com' }, { email: 'ada@example.com', isEmailVerified: false }],
    [
      { email: 'ada@example.com', email_verified: 'true' },
      { email: 'ada@example.com', isEmailVerified: true },
    ],
    [
      { email: 'ada@example.com', email_verified: 1 },
      { email: 'ada@example.com', isEmailVerified: false },
    ],
    [
      { email: 'ada', email_verified: true },
      { email: null, isEmailVerified: false },
    ],
    [
      { email: ['ada@example.com'], email_verified: true, name: 7 },
      { email: null, isEmailVerified: false, name: null },
    ],
    [{ preferred_username: 'ada' }, { email: null, name: 'ada' }],
  ] as const) {
    await expect(world.trusted.verify(await world.token(claims))).resolves.toMatchObject(expected)
  }
})

test("any other text of any size is refused, and all together cause one look-up of the issuer's keys at most", async () => {
  await using world = await startIssuer()
  const good = await world.token({ filler: 'x'.repeat(8 * 1024) })

  await expectInvalid(world.trusted.verify(good))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ maxLength: 40 }).map((text) => `${text}.${text}.${text}`),
      ),
      async (text) => expectInvalid(world.trusted.verify(text)),
    ),
    { numRuns: 50 },
  )
  expect(world.asked.length).toBeLessThanOrEqual(2)
})

test('a key or a URL of keys in the header (jwk, jku, x5u) is not used, and an unknown crit is refused', async () => {
  await using world = await startIssuer()
  const mine = await keyPair('ES256', null)
  const elsewhere = `${world.issuer}/mine`
  for (const header of [{ jwk: mine.publicJwk }, { jku: elsewhere }, { x5u: elsewhere }, { crit: ['x'], x: 1 }]) {
    const [, payload, signature] = (await world.token({}, {}, mine)).split('.')
    await expectInvalid(
      world.trusted.verify(`${base64({ alg: 'ES256', typ: 'at+jwt', ...header })}.${payload}.${signature}`),
    )
  }
  expect(world.asked).not.toContain('/mine')
})

async function publicKeyOf({ publicJwk }: { publicJwk: Record<string, unknown> }) {
  const key = await importJWK(publicJwk, 'ES256', { extractable: true })
  if (key instanceof Uint8Array) throw new Error('a public key is no secret')
  return key
}
