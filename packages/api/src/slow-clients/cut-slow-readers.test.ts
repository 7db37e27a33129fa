import { once } from 'node:events'
import { createServer, get, type RequestListener, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cutSlowReaders } from './cut-slow-readers.ts'

test('an answer that is not all taken in its time is cut, though its client reads without a pause', async () => {
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(16_384)
    })(),
  )
  await using server = await watchedServer(1, (_request, response) => void endless.pipe(response))

  const request = get({ ...server.place, agent: false }).on('error', () => {})
  const [answer] = await once(request, 'response')
  const cut = await new Promise((resolve) =>
    answer
      .on('error', resolve)
      .on('end', () => resolve(null))
      .resume(),
  )

  expect(cut).toMatchObject({ code: 'ECONNRESET' })
  endless.destroy()
})

test('a large answer has the time that its size needs, however its head was written', async () => {
  const sizeBytes = 40 * 1024 * 1024
  await using server = await watchedServer(1_000, (_request, response) =>
    response.writeHead(200, { 'content-length': sizeBytes }).end(Buffer.alloc(sizeBytes)),
  )

  const request = get({ ...server.place, agent: false })
  const [answer] = await once(request, 'response')
  let taken = 0
  let due = performance.now()
  for await (const chunk of answer) {
    taken += chunk.length
    // A line of 10 MB a second.
    due += chunk.length / 10_000
    await setTimeout(Math.max(0, due - performance.now()))
  }

  expect(taken).toBe(sizeBytes)
})

test('a connection whose slow answer was taken in time is watched no longer: the next may be long in coming', async () => {
  const answerMs = 1_500
  await using server = await watchedServer(answerMs, ({ url }, response) => {
    if (url === '/slow') response.write('slow')
    void setTimeout(url === '/slow' ? answerMs : answerMs * 3).then(() => response.end(url))
  })
  const client = connect(server.place)

  client.write(
    'GET /slow HTTP/1.1\r\nHost: inlet\r\n\r\nGET /late HTTP/1.1\r\nHost: inlet\r\nConnection: close\r\n\r\n',
  )
  const heard: string[] = []
  for await (const chunk of client.setEncoding('utf8')) heard.push(chunk)

  expect(heard.join('').match(/HTTP\/1.1 200/g)).toHaveLength(2)
  expect(heard.join('')).toContain('late')
})

async function watchedServer(answerMs: number, handle: RequestListener) {
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stopCutting = cutSlowReaders(open, answerMs)
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
