import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { rawHttp } from '../support/raw-http.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startWorld } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('an unknown route is 404, with a credential or without', async () => {
  const world = await newWorld()

  for (const path of [
    '/v1',
    '/v1/nothing',
    '/v2/messages/x',
    '/v1/messages',
    '/v1/inboxes/a@b.example',
    '/messages/x',
  ]) {
    expect(await world.call(path), path).toMatchError(404, 'NOT_FOUND')
    expect(await world.call(path, { key: null }), path).toMatchError(404, 'NOT_FOUND')
    expect(await world.call(path, { method: 'POST', body: {} }), path).toMatchError(404, 'NOT_FOUND')
  }
})

test('a known path with another verb is 405 with Allow, before credential and body are checked', async () => {
  const world = await newWorld()
  const paths = {
    [`/v1/services/${world.tenant.serviceId}/addresses`]: 'GET, HEAD, POST',
    '/v1/inboxes/code@example.com/messages': 'DELETE, GET, HEAD',
    '/v1/messages/01JD3Q7Z5V8XK2M4N6P8R0T2W4/raw': 'GET',
    '/v1/messages/01JD3Q7Z5V8XK2M4N6P8R0T2W4/attachments/0': 'GET',
    '/v1/messages/01JD3Q7Z5V8XK2M4N6P8R0T2W4/render': 'GET, HEAD',
    '/v1/messages/01JD3Q7Z5V8XK2M4N6P8R0T2W4': 'DELETE, GET',
    '/v1/me': 'GET, HEAD',
    '/v1/addresses/01JD3Q7Z5V8XK2M4N6P8R0T2W4': 'DELETE',
    '/v1/addresses/01JD3Q7Z5V8XK2M4N6P8R0T2W4/extend': 'POST',
    '/v1/openapi.json': 'GET, HEAD',
    '/': 'GET, HEAD',
    '/docs': 'GET, HEAD',
    '/docs/guides/waiting': 'GET, HEAD',
    '/docs/find.json': 'GET, HEAD',
    '/dashboard': 'GET, HEAD',
    '/dashboard/services': 'GET, HEAD',
    '/dashboard/config.json': 'GET, HEAD',
    '/dashboard/assets/x.js': 'GET, HEAD',
    '/livez': 'GET, HEAD',
    '/readyz': 'GET, HEAD',
  }
  const verbs = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE']

  for (const [path, allowed] of Object.entries(paths)) {
    for (const method of verbs.filter((verb) => !allowed.split(', ').includes(verb))) {
      const headers = { 'content-type': 'no media type' }
      const answer = await world.call(path, {
        method,
        key: null,
        headers,
        rawBody: method === 'TRACE' ? undefined : '{',
      })

      expect(answer, `${method} ${path}`).toMatchError(405, 'METHOD_NOT_SUPPORTED')
      expect(answer.headers.allow, path).toBe(allowed)
    }
  }
})

test('HEAD answers a list without its body, and is 405 where GET would change something', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')

  const lists = [`/v1/services/${world.tenant.serviceId}/addresses`, `/v1/inboxes/${fullAddress}/messages`]
  for (const path of lists) {
    const [head, get] = [await world.call(path, { method: 'HEAD' }), await world.call(path)]
    expect(head, path).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-length'], path).toBe(get.headers['content-length'])
  }
  const detail = await world.call('/v1/messages/01JD3Q7Z5V8XK2M4N6P8R0T2W4', { method: 'HEAD' })
  expect(detail).toMatchObject({ status: 405, text: '' })
  expect(detail.headers).toMatchObject({ allow: 'DELETE, GET', 'x-request-id': expect.any(String) })
  expect((await world.call(lists[0] ?? '', { method: 'HEAD', key: null })).status).toBe(401)
})

test('a trailing slash changes nothing', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')

  expect((await world.call(`/v1/inboxes/${fullAddress}/messages/`)).status).toBe(200)
  expect((await world.call(`/v1/services/${world.tenant.serviceId}/addresses/?limit=1`)).body.data).toHaveLength(1)
  expect(await world.call('/v1/messages/01JD3Q7Z5V8XK2M4N6P8R0T2W4/')).toMatchError(404, 'NOT_FOUND')
  expect(await world.call('/livez/', { method: 'POST' })).toMatchError(405, 'METHOD_NOT_SUPPORTED')
})

test('one connection serves request after request, refused bodies and verbs included', async () => {
  const world = await newWorld()
  const requests = [
    'PUT /livez HTTP/1.1\r\nHost: inlet\r\nContent-Length: 5\r\n\r\nhello',
    `POST /v1/services/${world.tenant.serviceId}/addresses HTTP/1.1\r\nHost: inlet\r\nContent-Length: 2\r\n\r\n{}`,
    'GET /v1/nothing HTTP/1.1\r\nHost: inlet\r\n\r\n',
    'GET /livez HTTP/1.1\r\nHost: inlet\r\nConnection: close\r\n\r\n',
  ]

  const answers = await rawHttp(world.httpPort, requests.join(''))

  expect(answers.map(({ status }) => status)).toEqual([405, 401, 404, 200])
})

test.each([
  ['https://inlet.example', '/dashboard/'],
  ['https://example.com/mail/', '/mail/dashboard/'],
])('whoever opens %s in a browser is sent to %s, not for good', async (PUBLIC_URL, location) => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL } })

  const answer = await world.call('/', { key: null })

  expect(answer).toMatchObject({ status: 302, headers: { location, 'cache-control': 'no-store' }, text: '' })
})
