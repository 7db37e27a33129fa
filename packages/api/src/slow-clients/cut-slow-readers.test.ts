import { once } from 'node:events'
import { createServer, get, type RequestListener, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cutSlowReaders } from './cut-slow-readers.ts'

test('a response of which less than 10 kB a second goes out is cut off, even if there is no pause', async () => {
  const slow = Readable.from(
    (async function* () {
      for (;;) yield await setTimeout(50, Buffer.alloc(100))
    })(),
  )
  await using server = await serverWithTimeout(1_000, (_request, response) => void slow.pipe(response))

  const request = get({ ...server.place, agent: false }).on('error', () => {})
  const [response] = await once(request, 'response')
  const error = await new Promise((resolve) =>
    response
      .on('error', resolve)
      .on('end', () => resolve(null))
      .resume(),
  )

  expect(error).toMatchObject({ code: 'ECONNRESET' })
  slow.destroy()
})

test('a streamed response may take as long as its client reads it fast enough', async () => {
  const answerMs = 1_500
  const chunkBytes = 16_384
  let given = 0
  const beganAt = performance.now()
  const long = Readable.from(
    (async function* () {
      while (performance.now() < beganAt + 3 * answerMs) {
        yield await setTimeout(5, Buffer.alloc(chunkBytes))
        given += chunkBytes
      }
    })(),
  )
  await using server = await serverWithTimeout(answerMs, (_request, response) => void long.pipe(response))

  const request = get({ ...server.place, agent: false })
  const [response] = await once(request, 'response')
  let readBytes = 0
  for await (const chunk of response) readBytes += chunk.length

  expect(readBytes).toBe(given)
})

test('a large response has the time that its size needs, however its head was written', async () => {
  const sizeBytes = 40 * 1024 * 1024
  await using server = await serverWithTimeout(1_000, (_request, response) =>
    response.writeHead(200, { 'content-length': sizeBytes }).end(Buffer.alloc(sizeBytes)),
  )

  const request = get({ ...server.place, agent: false })
  const [response] = await once(request, 'response')
  let readBytes = 0
  let due = performance.now()
  for await (const chunk of response) {
    readBytes += chunk.length
    // A line of 10 MB a second.
    due += chunk.length / 10_000
    await setTimeout(Math.max(0, due - performance.now()))
  }

  expect(readBytes).toBe(sizeBytes)
})

test('after a slow response was read in time, the next response on the connection may take long to start', async () => {
  const answerMs = 1_500
  await using server = await serverWithTimeout(answerMs, ({ url }, response) => {
    if (url === '/slow') response.write('slow')
    void setTimeout(url === '/slow' ? answerMs : answerMs * 3).then(() => response.end(url))
  })
  const client = connect(server.place)

  client.write(
    'GET /slow HTTP/1.1\r\nHost: inlet\r\n\r\nGET /late HTTP/1.1\r\nHost: inlet\r\nConnection: close\r\n\r\n',
  )
  const received: string[] = []
  for await (const chunk of client.setEncoding('utf8')) received.push(chunk)

  expect(received.join('').match(/HTTP\/1.1 200/g)).toHaveLength(2)
  expect(received.join('')).toContain('late')
})

test('a response that may take any time is not cut, however little is sent', async () => {
  const answerMs = 100
  await using server = await serverWithTimeout(answerMs, (_, response) => {
    response.write('first')
    // The sweep looks at it twice meanwhile, once a second.
    void setTimeout(2_500).then(() => response.end(' last'))
  })

  const request = get({ ...server.place, path: '/untimed', agent: false })
  const [response] = await once(request, 'response')

  expect(Buffer.concat(await response.toArray()).toString()).toBe('first last')
})

async function serverWithTimeout(answerMs: number, handle: RequestListener) {
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    if (request.url === '/untimed') untimed.add(response)
    response.once('close', () => open.delete(response))
    handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const untimed = new WeakSet<ServerResponse>()
  const stopCutting = cutSlowReaders({ open, untimed }, answerMs)
  const address = server.address()
  return {
    place: { host: '127.0.0.1', port: address !== null && typeof address === 'object' ? address.port : 0 },
    async [Symbol.asyncDispose]() {
      stopCutting()
      server.closeAllConnections()
      server.close()
    },
  }
}
