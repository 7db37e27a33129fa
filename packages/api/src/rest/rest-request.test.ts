import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { pendingResponseBudget } from '../slow-clients/pending-response-budget.ts'
import { RestRequest } from './rest-request.ts'

const limits = { pendingResponseBytes: 1_000, pendingResponseBytesPerKey: 1_000 }

test('a client that hung up before anybody listened has hung up', async () => {
  const app = Fastify()
  const { promise: hungUp, resolve: setHungUp } = Promise.withResolvers<boolean>()
  app.get('/', async (request, reply) => {
    client.destroy()
    await once(reply.raw, 'close')
    let isTold = false
    new RestRequest(request, reply, pendingResponseBudget(limits)).onHangUp(() => {
      isTold = true
    })
    setHungUp(isTold)
    return reply
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const client = connect(Number(port), '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: tests.example\r\n\r\n')

  expect(await hungUp).toBe(true)
  await app.close()
})

test('a client that has read its response has not hung up, whenever it is asked', async () => {
  const app = Fastify()
  let hungUp = 0
  const { promise: sent, resolve: setSent } = Promise.withResolvers<RestRequest>()
  app.get('/', (request, reply) => {
    const own = new RestRequest(request, reply, pendingResponseBudget(limits))
    own.onHangUp(() => {
      hungUp += 1
    })
    reply.raw.once('close', () => setSent(own))
    return own.send({})
  })
  const place = await app.listen({ host: '127.0.0.1', port: 0 })

  await (await fetch(place)).text()
  const own = await sent
  own.onHangUp(() => {
    hungUp += 1
  })

  expect(hungUp).toBe(0)
  await app.close()
})
