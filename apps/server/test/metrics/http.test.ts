import { insertAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { logInByCode } from '../support/code-login.ts'
import { type MetricsPage, readMetrics } from '../support/metrics-page.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { rawHttp } from '../support/raw-http.ts'
import { type OwnWorld, plainMail, startWorld } from '../support/world.ts'

const settings = { METRICS_PORT: '0' }
const messagesRoute = '/v1/inboxes/:address/messages'

/** The metrics once this holds: a request is over, and counted, a moment after its client has the answer. */
function metricsOnce(world: OwnWorld, isThere: (page: MetricsPage) => boolean): Promise<MetricsPage> {
  return waitFor(async () => {
    const page = await readMetrics(world)
    return isThere(page) ? page : null
  })
}

const hasSeries = (page: MetricsPage, labels: Record<string, string>) =>
  page.series.some(
    ({ name, labels: own }) =>
      name === 'inlet_http_requests_total' && Object.entries(labels).every(([label, value]) => own[label] === value),
  )

test('requests are counted by route, method and class of status; paths without a route count as one', async () => {
  await using world = await startWorld({ settings })
  const { fullAddress } = await world.address('code')

  for (const _ of [1, 2, 3]) await world.inbox(fullAddress)
  await world.inbox(fullAddress, '?limit=0')
  await world.inbox(fullAddress, '', { method: 'PUT' })
  await world.call('/v1/secret-path')
  await world.call('/another-path', { method: 'PROPFIND' })
  const page = await metricsOnce(world, (now) => hasSeries(now, { route: 'none', method: 'other' }))

  const requests = (labels: Record<string, string>) => page.value('inlet_http_requests_total', labels)
  expect(requests({ route: messagesRoute, method: 'GET', status: '2xx' })).toBe(3)
  expect(requests({ route: messagesRoute, method: 'GET', status: '4xx' })).toBe(1)
  expect(requests({ route: messagesRoute, method: 'PUT', status: '4xx' })).toBe(1)
  expect(requests({ route: 'none', method: 'GET', status: '4xx' })).toBe(1)
  expect(requests({ route: 'none', method: 'other', status: '4xx' })).toBe(1)
  const took = { route: messagesRoute, method: 'GET' }
  expect(page.value('inlet_http_request_seconds_count', took)).toBe(4)
  expect(page.value('inlet_http_request_seconds_sum', took)).toBeGreaterThan(0)
  expect(page.text).not.toMatch(/secret-path|another-path|PROPFIND/)
})

test('bytes that are no HTTP request are counted', async () => {
  await using world = await startWorld({ settings })

  await rawHttp(world.httpPort, 'this is not HTTP\r\n\r\n')
  const page = await readMetrics(world)

  expect(page.value('inlet_http_broken_requests_total')).toBe(1)
})

test('a connection over the limit of one client is counted, and so are those that are open', async () => {
  await using world = await startWorld({ settings: { ...settings, HTTP_MAX_CONNECTIONS_PER_CLIENT: '1' } })
  const { fullAddress } = await world.address('code')
  const held = world.inbox(fullAddress, '?waitSeconds=60')
  await waitFor(() => openChangeStreams(world))

  await expect(world.call('/livez')).rejects.toThrow()
  const page = await readMetrics(world)
  await world.send(plainMail(), fullAddress)
  await held

  expect(page.value('inlet_http_connections_refused_total')).toBe(1)
  expect(page.value('inlet_http_connections')).toBe(1)
})

test('a long poll is counted while it waits, and the time until its message was visible is measured', async () => {
  await using world = await startWorld({ settings })
  const { fullAddress } = await world.address('code')
  await world.send(plainMail({ subject: 'Before' }), fullAddress)
  const seen = (page: MetricsPage, by: string) => page.value('inlet_message_visible_seconds_count', { seen_by: by })

  const held = world.inbox(fullAddress, '?waitSeconds=60&q=waited')
  await waitFor(() => openChangeStreams(world))
  const during = await readMetrics(world)
  await world.send(plainMail({ subject: 'waited for' }), fullAddress)
  expect((await held).body.data).toHaveLength(1)
  const page = await metricsOnce(world, (now) => hasSeries(now, { route: messagesRoute, status: '2xx' }))

  expect(during.value('inlet_held_calls')).toBe(1)
  expect(page.value('inlet_held_calls')).toBe(0)
  expect(seen(page, 'feed')).toBe(1)
  expect(seen(page, 'held_call')).toBe(1)
  expect(page.value('inlet_message_visible_seconds_sum')).toBeGreaterThan(0)
  // The client chose this length itself, so it is not counted as the server's time.
  expect(page.text).not.toContain(`inlet_http_request_seconds_count{route="${messagesRoute}"`)
})

test('a client that hangs up has a status class of its own', async () => {
  await using world = await startWorld({ settings })
  const { fullAddress } = await world.address('code')
  const hangUp = new AbortController()

  const held = expect(world.inbox(fullAddress, '?waitSeconds=60', { signal: hangUp.signal })).rejects.toThrow()
  await waitFor(() => openChangeStreams(world))
  hangUp.abort()
  await held
  const page = await metricsOnce(world, (now) => hasSeries(now, { status: 'hung_up' }))

  expect(page.value('inlet_http_requests_total', { route: messagesRoute, status: 'hung_up' })).toBe(1)
})

test('failed credentials are counted by the detail code of the answer', async () => {
  await using world = await startWorld({ settings })

  await world.addresses('', { key: null })
  await world.addresses('', { key: 'garbage' })
  await world.addresses('', { token: 'garbage' })
  await world.addresses()
  const page = await readMetrics(world)

  const failures = (reason: string) => page.value('inlet_auth_failures_total', { reason })
  expect(['missing_credentials', 'invalid_api_key', 'invalid_token', 'token_expired'].map(failures)).toEqual([
    1, 1, 1, 0,
  ])
})

test('calls over a limit are counted by the limit', async () => {
  await using world = await startWorld({
    settings: {
      ...settings,
      API_KEY_REQUESTS_PER_MINUTE: '2',
      FAILED_CREDENTIALS_PER_MINUTE: '2',
      HELD_CALLS_PER_KEY: '1',
    },
  })
  const over = async (limit: string) => (await readMetrics(world)).value('inlet_rate_limit_hits_total', { limit })
  const untilOver = (limit: string, act: () => Promise<unknown>) =>
    waitFor(async () => {
      await act()
      return (await over(limit)) > 0
    })

  await untilOver('key', () => world.addresses('', { key: world.keys.read }))
  await untilOver('auth', () => world.addresses('', { key: 'garbage' }))

  expect(await over('held-calls')).toBe(0)
  expect(await over('login')).toBe(0)
})

test('a long poll over the limit is counted', async () => {
  await using world = await startWorld({ settings: { ...settings, HELD_CALLS_PER_KEY: '1' } })
  const { fullAddress } = await world.address('code')
  const held = world.inbox(fullAddress, '?waitSeconds=60')
  await waitFor(() => openChangeStreams(world))

  await world.inbox(fullAddress, '?waitSeconds=60')
  const page = await readMetrics(world)
  await world.send(plainMail(), fullAddress)
  await held

  expect(page.value('inlet_rate_limit_hits_total', { limit: 'held-calls' })).toBe(1)
})

test('logins are counted by their outcome', async () => {
  await using world = await startWorld({ settings })
  const { deps, baseUrl } = world
  const [email, password] = ['ada@people.example', 'correct horse battery']
  await insertAccount(deps, { email, passwordHash: await hashPassword(password), isEmailVerified: true })

  await logInByCode({ baseUrl, email, password })
  await logInByCode({ baseUrl, email, password: 'wrong' }).catch(() => {})
  const page = await readMetrics(world)

  expect(page.value('inlet_logins_total', { outcome: 'accepted' })).toBe(1)
  expect(page.value('inlet_logins_total', { outcome: 'wrong' })).toBe(1)
  expect(page.text).not.toContain('ada@')
})
