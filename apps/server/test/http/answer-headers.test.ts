import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { person } from '../support/people.ts'
import { rawHttp } from '../support/raw-http.ts'
import { sharedServer } from '../support/shared-server.ts'
import { type Answer, startWorld } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

/** How long an answer may be kept, and whether its type may be guessed. */
const rulesOf = ({ status, headers }: Answer) => [status, headers['cache-control'], headers['x-content-type-options']]

test('every answer of the API has no-store and nosniff, whatever its status and its route', async () => {
  const world = await newWorld()
  const { token } = await person(world, { role: 'admin' })
  const { id, fullAddress } = await world.address('code')
  const post = { method: 'POST', key: null, token }
  const answers: [number, Promise<Answer>][] = [
    [200, world.addresses()],
    [201, world.create()],
    [200, world.call(`/v1/addresses/${id}/extend`, post)],
    [400, world.addresses('?limit=none')],
    [401, world.call('/v1/me', { key: null })],
    [403, world.call('/v1/me')],
    [404, world.call('/v1/nothing')],
    [405, world.call('/', { method: 'POST' })],
    [405, world.call('/v1/me', { method: 'DELETE' })],
    [405, world.call('/livez', { method: 'OPTIONS', key: null })],
    [413, world.create({ localPart: 'a'.repeat(100_000) })],
    [415, world.addresses('', { method: 'POST', rawBody: 'a=b', headers: { 'content-type': 'text/plain' } })],
    [400, world.call('/%zz')],
    [200, world.inbox(fullAddress, '?waitSeconds=1')],
    [200, world.call('/livez', { key: null })],
    [200, world.call('/readyz', { key: null })],
    [200, world.call('/trpc/dashboard.readMe', { token })],
    [401, world.call('/trpc/dashboard.readMe', { key: null })],
    [404, world.call('/trpc/none', { token })],
    [200, world.call('/oidc/.well-known/openid-configuration', { key: null })],
    [200, world.call('/oidc/jwks', { key: null })],
    [400, world.call('/oidc/auth?client_id=nobody', { key: null })],
    [400, world.call('/oidc/token', { method: 'POST', key: null, rawBody: 'grant_type=none' })],
    [404, world.call('/oidc/none', { key: null })],
    [405, world.call('/oidc/jwks', { method: 'DELETE', key: null })],
  ]

  for (const [n, [status, answer]] of answers.entries()) {
    expect(rulesOf(await answer), `${n}`).toEqual([status, 'no-store', 'nosniff'])
  }
  const removed = await world.call(`/v1/addresses/${id}`, { method: 'DELETE', key: null, token })
  expect(rulesOf(removed)).toEqual([204, 'no-store', 'nosniff'])
})

test('the answer to bytes that are no HTTP request, or too large a one, has no-store and nosniff', async () => {
  await using world = await startWorld({ settings: { ...http.settings, HTTP_REQUEST_SECONDS: '1' } })
  const request = (line: string) => `GET /livez HTTP/1.1\r\nHost: inlet\r\n${line}\r\nConnection: close\r\n\r\n`

  for (const [status, bytes] of [
    [400, 'this is no request\r\n\r\n'],
    [431, request(`X-Long: ${'a'.repeat(20_000)}`)],
    [408, 'GET /livez HTTP/1.1\r\nHost: inlet\r\nX-Half'],
    [400, 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [200, request('Expect: miracles')],
  ] as const) {
    const [answer] = await rawHttp(world.httpPort, bytes)
    expect(answer && rulesOf(answer), bytes.slice(0, 60)).toEqual([status, 'no-store', 'nosniff'])
  }
})

test('answers 429, answers without a database, and long polls at shutdown have no-store and nosniff', async () => {
  await using world = await startWorld({ settings: { ...http.settings, FAILED_CREDENTIALS_PER_MINUTE: '1' } })
  const { fullAddress } = await world.address('code')
  const wrong = { key: 'inlet_live_none' }
  const statuses: (number | string | undefined)[][] = []
  await waitFor(async () => {
    statuses.push(rulesOf(await world.addresses('', wrong)))
    return statuses.at(-1)?.[0] === 429
  })

  const held = world.inbox(fullAddress, '?waitSeconds=60')
  await waitFor(() => openChangeStreams(world))
  await world.stop()

  for (const [, ...rules] of [...statuses, rulesOf(await held)]) expect(rules).toEqual(['no-store', 'nosniff'])
})

test('documents that are the same for every client say how long they may be cached', async () => {
  const world = await newWorld()

  for (const path of ['/docs', '/v1/openapi.json']) {
    const answer = await world.call(path, { key: null })
    const again = await world.call(path, { key: null, headers: { 'if-none-match': answer.headers.etag ?? '' } })
    expect([answer, again].map(rulesOf)).toEqual([
      [200, 'public, max-age=300', 'nosniff'],
      [304, 'public, max-age=300', 'nosniff'],
    ])
  }
})
