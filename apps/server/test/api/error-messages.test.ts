import { insertDomain } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('the refusal of a parameter says which values are allowed', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const wholeNumber = (min: number, max: number) => `expected a whole number from ${min} to ${max}`
  const words: [query: string, message: string][] = [
    ['limit=ten', `limit: ${wholeNumber(1, 100)}`],
    ['limit=0', `limit: ${wholeNumber(1, 100)}`],
    ['limit=101', `limit: ${wholeNumber(1, 100)}`],
    ['limit=5&limit=5', `limit: ${wholeNumber(1, 100)}, and only one`],
    ['waitSeconds=61', `waitSeconds: ${wholeNumber(0, 60)}`],
    ['hasOtp=false', 'hasOtp: expected true or nothing'],
    ['hasOtp=yes', 'hasOtp: expected true or nothing'],
    ['hasOtp=', 'hasOtp: expected true or nothing'],
    ['after=x', 'after: expected a ULID: 26 upper-case characters of Crockford base32'],
    ['q=a', 'q: expected at least 2 characters'],
    [`q=${'a'.repeat(501)}`, 'q: expected at most 500 characters'],
    ['q=ab&q=cd', 'q: expected text, and only one'],
  ]

  for (const [query, message] of words) {
    const answer = await world.inbox(fullAddress, `?${query}`)
    expect(answer, query).toMatchError(400, 'BAD_REQUEST')
    expect(answer.body.error.message, query).toBe(message)
  }
})

test('a body and a path are refused in the same words', async () => {
  const world = await newWorld()
  const ulid = 'expected a ULID: 26 upper-case characters of Crockford base32'
  const bodies: [body: Record<string, unknown>, message: string][] = [
    [{ domainId: undefined }, `domainId: missing: ${ulid}`],
    [{ domainId: 5 }, `domainId: ${ulid}`],
    [{ localPart: 5 }, 'localPart: expected text'],
    [{ localPart: 'A' }, 'localPart: Only a-z, 0-9, dot, underscore and hyphen, in lower case'],
    [{ password: 'abc' }, 'password: expected at least 4 characters'],
    [{ ttlSeconds: '60' }, 'ttlSeconds: expected a number'],
  ]

  for (const [body, message] of bodies) {
    const answer = await world.create(body)
    expect(answer, message).toMatchError(400, 'BAD_REQUEST')
    expect(answer.body.error.message).toBe(message)
  }
  expect((await world.call('/v1/messages/x')).body.error.message).toBe(`id: ${ulid}`)
})

test('an API key sent as a bearer token is refused, and the message names the right header', async () => {
  const world = await newWorld()
  const key = world.keys.read

  for (const authorization of [`Bearer ${key}`, `bearer  ${key}`, key, `ApiKey ${key}`]) {
    const answer = await world.addresses('', { key: null, headers: { authorization } })
    expect(answer, authorization).toMatchError(401, 'UNAUTHORIZED', 'invalid_token')
    expect(answer.body.error.message).toContain('X-API-Key')
    expect(answer.text).not.toContain(key)
  }
})

test('the refusal for a host that the service only claims says that it is not verified, and once it is verified the key may use it', async () => {
  const world = await newWorld()
  const { hostname } = await insertDomain(world.deps, {
    serviceId: world.tenant.serviceId,
    hostname: `claimed-${world.deps.newId().toLowerCase()}.example`,
    state: 'pending',
  })
  const claim = () => world.inbox(`code@${hostname}`)
  const foreign = await world.inbox(`code@${world.stranger.domain.hostname}`)

  const refused = await claim()

  expect(refused).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  expect(refused.body.error.message).toContain('This domain is not verified yet')
  expect(foreign.body.error.message).toContain("This host does not belong to the key's service")
  const verified = { $set: { state: 'verified' } }
  await world.deps.db.collection('domains').updateOne({ hostname }, verified)
  expect(await claim()).toMatchError(404, 'NOT_FOUND')
})

test('a path without an @, or with a detail, is refused with a message that says what is wrong', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.domain

  const detailed = await world.inbox(`Code+shop@${hostname}`)
  const bare = await world.inbox('code')

  expect(detailed).toMatchError(400, 'BAD_REQUEST', 'invalid_address')
  expect(detailed.body.error.message).toMatch(/^address: expected the address of the inbox, code@/)
  expect(detailed.body.error.message).toContain(`code@${hostname}`)
  // To a key what is no address of its hosts is 403, well formed or not.
  expect(bare).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  expect(bare.body.error.message).toContain('no @')
})
