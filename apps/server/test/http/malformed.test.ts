import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { rawHttp } from '../support/raw-http.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startWorld } from '../support/world.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })
const request = (lines: string[]) => [...lines, 'Connection: close', '', ''].join('\r\n')

test('bytes that are no HTTP request are answered with an error body like all others, with a request id', async () => {
  const world = await newWorld()
  const broken = [
    'this is no request\r\n\r\n',
    'GET /livez HTTP/9.9\r\nHost: inlet\r\n\r\n',
    'GET /livez HTTP/1.1\r\nHost: inlet\r\nBad Header\r\n\r\n',
    'GET /livez HTTP/1.1\r\nHost: inlet\r\nX-A: a\0b\r\n\r\n',
    'POST /livez HTTP/1.1\r\nHost: inlet\r\nContent-Length: five\r\n\r\n',
    'POST /livez HTTP/1.1\r\nHost: inlet\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  ]

  for (const bytes of broken) {
    const [answer] = await rawHttp(world.httpPort, bytes)

    expect(answer, bytes).toMatchError(400, 'BAD_REQUEST')
    expect(answer?.headers['content-type'], bytes).toBe('application/json; charset=utf-8')
  }
})

test('a request without Host is answered with an error body like all others', async () => {
  const world = await newWorld()

  const [answer] = await rawHttp(world.httpPort, request(['GET /livez HTTP/1.1']))

  expect(answer).toMatchError(400, 'BAD_REQUEST')
})

test('headers that are too large are 431, with an error body like all others', async () => {
  const world = await newWorld()

  const [answer] = await rawHttp(
    world.httpPort,
    request(['GET /livez HTTP/1.1', 'Host: inlet', `X-Long: ${'a'.repeat(20_000)}`]),
  )

  expect(answer).toMatchError(431, 'BAD_REQUEST')
})

test('an expectation that the server does not know is ignored', async () => {
  const world = await newWorld()

  const [answer] = await rawHttp(world.httpPort, request(['GET /v1 HTTP/1.1', 'Host: inlet', 'Expect: miracles']))

  expect(answer).toMatchError(404, 'NOT_FOUND')
})

test('after a good and then a broken request on one connection the server still stops', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })

  await rawHttp(world.httpPort, 'GET /readyz HTTP/1.1\r\nHost: inlet\r\n\r\nnonsense\r\n\r\n')
  const beganAt = performance.now()
  await world.stop()

  expect(performance.now() - beganAt).toBeLessThan(3_000)
})

test('bad escapes in a path are 400, with an error body like all others, and are logged', async () => {
  const world = await newWorld()

  for (const path of ['/v1/messages/%zz', '/v1/inboxes/%E0%A4/messages', '/%', '/v1/messages/%']) {
    const answer = await world.call(path)

    expect(answer, path).toMatchError(400, 'BAD_REQUEST', 'malformed_request')
    expect(
      world.lines.filter((line) => line.includes(answer.body.error.requestId)),
      path,
    ).toHaveLength(1)
  }
})

test('a path with a very long segment is answered with an error body like all others', async () => {
  const world = await newWorld()

  expect(await world.call(`/v1/messages/${'A'.repeat(3000)}`)).toMatchError(404, 'NOT_FOUND')
})
