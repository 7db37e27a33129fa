import { once } from 'node:events'
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { expect, test, vi } from 'vitest'
import { LiveFeed } from '../live/live-feed.ts'
import { feedStreamer } from './stream-feed.ts'

test('a client that hangs up before its feed begins leaves neither a feed nor a timer behind', async () => {
  const ends: string[] = []
  const feed = new LiveFeed({
    userId: 'user',
    serviceId: 'service',
    readUpTo: () => '8200',
    idOf: (position) => position,
    onEnd: (reason) => void ends.push(reason),
  })
  const timers = { set: vi.spyOn(globalThis, 'setInterval'), cleared: vi.spyOn(globalThis, 'clearInterval') }
  await using app = fastify()
  const streamed = Promise.withResolvers<void>()
  app.get('/', async (_, reply) => {
    client.destroy()
    await once(reply.raw, 'close')
    timers.set.mockClear()
    timers.cleared.mockClear()
    feedStreamer(new WeakSet())(reply, feed)
    streamed.resolve()
    return reply
  })
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const client = connect(Number(port), hostname)
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')

  await streamed.promise

  expect(ends).toEqual(['client'])
  expect(timers.set).toHaveBeenCalledTimes(1)
  expect(timers.cleared.mock.calls.flat()).toContain(timers.set.mock.results[0]?.value)
})
