import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { answersOf } from '../support/raw-http.ts'
import { storeMessages } from '../support/stored-messages.ts'
import { type OwnWorld, startWorld, type World } from '../support/world.ts'

/** In JSON six times as long, and so more than the kernel takes in for a client that reads nothing. */
const bigBody = '\u0001'.repeat(2 * 1024 * 1024)

test('the connection of a client that does not read its answer is closed; an answer that is read arrives whole', async () => {
  await using world = await startWorld({ settings: { HTTP_ANSWER_SECONDS: '1' } })
  const { big } = await makeMessages(world)

  const reader = await stuckReader(world, [`/v1/messages/${big}`])

  const line = await waitFor(() => world.lines.find((each) => each.includes('/v1/messages/:id')), 20_000)
  expect(JSON.parse(line)).toMatchObject({ msg: 'request', status: 200, hasHungUp: true })
  expect(await reader.rest()).not.toMatch(/\}$/)
  const whole = await world.call(`/v1/messages/${big}`)
  expect(whole.body.data.htmlBody).toHaveLength(bigBody.length)
})

test('a key whose responses are not read gets 503 before any look-up, other keys do not; once they are read it is served again', async () => {
  await using world = await startWorld({ settings: { HTTP_UNTAKEN_MB_PER_KEY: '1' } })
  const { big, small } = await makeMessages(world)
  const reader = await stuckReader(world, [`/v1/messages/${big}`])

  const refused = await waitFor(async () => {
    const answer = await world.addresses()
    return answer.status === 503 ? answer : null
  })

  expect(refused).toMatchError(503, 'SERVICE_UNAVAILABLE')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await world.call(`/v1/messages/${small}`)).status).toBe(503)
  expect(await isRead(world, small)).toBe(false)
  expect((await world.addresses('', { key: world.keys.read })).status).toBe(200)
  expect(world.lines.filter((line) => line.includes('request failed'))).toEqual([])
  await reader.rest()
  await waitFor(async () => (await world.call(`/v1/messages/${small}`)).status === 200)
})

test.each([
  ['with Accept: message/rfc822', '', { accept: 'message/rfc822' }],
  ['with include=attachmentContents', '?include=attachmentContents', {}],
])('a source that does not fit beside a pending response is 503 before it is read, %s', async (_, query, headers) => {
  await using world = await startWorld({ settings: { HTTP_UNTAKEN_MB_PER_KEY: '13' } })
  const { big } = await makeMessages(world)
  const { fullAddress } = await world.address('large')
  await world.send(`Subject: Large\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(20_000)}`, fullAddress)
  const [large] = await world.messagesOf(fullAddress)
  // To read it would be 404.
  await world.deps.db.collection('rawChunks').deleteMany({})
  const reader = await stuckOnce(world, big)

  const answer = await waitFor(async () => {
    const each = await world.call(`/v1/messages/${large?.id}${query}`, { headers })
    return each.status === 404 ? null : each
  })

  expect(answer).toMatchError(503, 'SERVICE_UNAVAILABLE')
  await reader.rest()
  expect((await world.call(`/v1/messages/${large?.id}${query}`, { headers })).status).toBe(404)
})

test('pending responses of the typed path count against the limit of their key too', async () => {
  await using world = await startWorld({ settings: { HTTP_UNTAKEN_MB_PER_KEY: '1' } })
  const { big } = await makeMessages(world)
  const input = encodeURIComponent(JSON.stringify({ id: big }))
  const reader = await stuckReader(world, [`/trpc/integrator.readMessage?input=${input}`])

  await waitFor(async () => (await world.addresses()).status === 503)

  expect((await world.call(`/trpc/integrator.readMessage?input=${input}`)).body.error.data).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  await reader.rest()
  await waitFor(async () => (await world.addresses()).status === 200)
})

test('the pending response of a client that hangs up is not counted any more', async () => {
  await using world = await startWorld({ settings: { HTTP_UNTAKEN_MB_PER_KEY: '1' } })
  const { big } = await makeMessages(world)
  const reader = await stuckReader(world, [`/v1/messages/${big}`])
  await waitFor(async () => (await world.addresses()).status === 503)

  reader.socket.destroy()

  await waitFor(async () => (await world.addresses()).status === 200)
})

test('a process with too many pending responses answers 503 to every key, and its probes go on', async () => {
  await using world = await startWorld({ settings: { HTTP_UNTAKEN_MB: '1' } })
  const { big } = await makeMessages(world)
  const reader = await stuckReader(world, [`/v1/messages/${big}`])

  await waitFor(async () => (await world.addresses('', { key: world.keys.read })).status === 503)

  expect((await world.call('/livez')).status).toBe(200)
  expect((await world.call('/readyz')).status).toBe(200)
  await reader.rest()
})

test('pipelined requests are answered in order, and none begins before the answer before it was read', async () => {
  await using world = await startWorld({ settings: { HTTP_UNTAKEN_MB: '1' } })
  const { big, small } = await makeMessages(world)
  const reader = await stuckReader(world, [`/v1/messages/${big}`, `/v1/messages/${small}`, '/livez'], world.keys.read)
  await waitFor(async () => (await world.addresses()).status === 503)

  expect(await isRead(world, small)).toBe(false)

  const answers = answersOf(await reader.rest())
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ body }) => body.data?.id)).toEqual([big, small, undefined])
  expect(await isRead(world, small)).toBe(true)
})

test('a connection with too many pipelined requests is closed, and the server still stops', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { fullAddress } = await world.address('code')
  const paths = [`/v1/inboxes/${fullAddress}/messages?waitSeconds=60`, ...Array.from({ length: 200 }, () => '/livez')]

  const reader = await stuckReader(world, paths)

  expect(await reader.rest()).toBe('')
  const beganAt = performance.now()
  await world.stop()
  expect(performance.now() - beganAt).toBeLessThan(5_000)
})

test('after a client with pipelined requests has hung up the server still stops', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { fullAddress } = await world.address('code')
  const held = `/v1/inboxes/${fullAddress}/messages?waitSeconds=60`
  const reader = await stuckReader(world, [held, '/livez', '/livez'])

  reader.socket.destroy()
  await waitFor(() => world.lines.some((line) => line.includes('hasHungUp')))
  const beganAt = performance.now()
  await world.stop()

  expect(performance.now() - beganAt).toBeLessThan(5_000)
})

test('a request that is not complete in time is 408: without a byte, with half a head, with half a body', async () => {
  await using world = await startWorld({ settings: { HTTP_REQUEST_SECONDS: '1' } })
  const post = [
    `POST /v1/services/${world.tenant.serviceId}/addresses HTTP/1.1`,
    'Host: inlet',
    `X-API-Key: ${world.keys.write}`,
    'Content-Type: application/json',
    'Content-Length: 100',
    '',
    '{"domainId":',
  ]

  const requests = ['', 'GET /livez HTTP/1.1\r\nHost: inlet\r\nX-Unended: ', post.join('\r\n')]
  const received = await Promise.all(requests.map((bytes) => rawReader(world, bytes).then((reader) => reader.rest())))

  for (const [answer, ...more] of received.map(answersOf)) {
    expect(answer).toMatchError(408, 'TIMEOUT')
    expect(more).toEqual([])
  }
})

test('a long poll may last longer than the time-outs of requests and answers', async () => {
  await using world = await startWorld({ settings: { HTTP_REQUEST_SECONDS: '1', HTTP_ANSWER_SECONDS: '1' } })
  const { fullAddress } = await world.address('code')

  const answer = await world.inbox(fullAddress, '?waitSeconds=4')

  expect(answer).toMatchObject({ status: 200, body: { data: [] } })
})

test('a client has a limited number of connections, and each that closes allows another', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', HTTP_MAX_CONNECTIONS_PER_CLIENT: '2' } })
  const first = await rawReader(world, '')
  await rawReader(world, '')

  await expect(world.call('/livez')).rejects.toThrow()
  await expect(world.call('/livez')).rejects.toThrow()

  const refusals = world.lines.filter((line) => line.includes('connections refused'))
  expect(refusals.map((line) => JSON.parse(line))).toMatchObject([{ refused: 1, clientIp: '127.0.0.1' }])
  first.socket.destroy()
  await waitFor(async () => (await world.call('/livez').catch(() => null))?.status === 200)
})

test('a trusted proxy is limited only by the connections of the server', async () => {
  const settings = {
    INLET_ROLE: 'http',
    TRUSTED_PROXIES: '127.0.0.0/8',
    HTTP_MAX_CONNECTIONS_PER_CLIENT: '1',
    HTTP_MAX_CONNECTIONS: '3',
  }
  await using world = await startWorld({ settings })
  await rawReader(world, '')
  await rawReader(world, '')

  expect((await world.call('/livez')).status).toBe(200)

  await waitFor(async () => {
    await rawReader(world, '')
    return world.lines.some((line) => line.includes('connections refused'))
  })
})

/** One message whose detail is large, and one whose is not; both unread. */
async function makeMessages(world: World): Promise<{ big: string; small: string }> {
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [{ subject: 'big', htmlBody: bigBody }, { subject: 'small' }])
  const [small, big] = await world.messagesOf(fullAddress)
  if (!small || !big) throw new Error('the messages are not listed')
  return { big: big.id, small: small.id }
}

async function isRead(world: World, id: string): Promise<boolean> {
  const found = await world.deps.db.collection<{ _id: string; isRead: boolean }>('messages').findOne({ _id: id })
  return found?.isRead ?? false
}

/** Holds the response with a message pending. A database that stalls may refuse the call with 503: then it is made again. */
async function stuckOnce(world: OwnWorld, id: string): Promise<Reader> {
  const path = `/v1/messages/${id}`
  const isRefusal = (line: string) => line.includes('"/v1/messages/:id"') && line.includes('"status":503')
  let reader = await stuckReader(world, [path])
  let refusals = 0
  await waitFor(async () => {
    if (await isRead(world, id)) return true
    const refused = world.lines.filter(isRefusal).length
    if (refused > refusals) reader = await stuckReader(world, [path])
    refusals = refused
    return false
  }, 20_000)
  return reader
}

interface Reader {
  socket: Socket
  /** Reads on until the server hangs up. */
  rest(): Promise<string>
}

/** Asks for paths in one packet, the last time on this connection, and reads nothing. */
function stuckReader(world: World, paths: string[], key = world.keys.write): Promise<Reader> {
  const requests = paths.map((path, index) => {
    const last = index === paths.length - 1 ? 'Connection: close\r\n' : ''
    return `GET ${path} HTTP/1.1\r\nHost: inlet\r\nX-API-Key: ${key}\r\n${last}\r\n`
  })
  return rawReader(world, requests.join(''))
}

async function rawReader(world: World, bytes: string): Promise<Reader> {
  const socket = connect({ host: '127.0.0.1', port: world.httpPort })
  socket.pause()
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  await once(socket, 'connect')
  socket.write(bytes)
  return {
    socket,
    async rest() {
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume()
      await closed
      return Buffer.concat(chunks).toString()
    },
  }
}
