import { once } from 'node:events'
import { connect } from 'node:net'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { livePath } from '../support/live-client.ts'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

test('a request in progress is answered before the server stops; one that arrives meanwhile is 503, a live feed too', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const body = JSON.stringify({ domainId: world.tenant.domain.id, localPart: 'last' })
  const { token } = await person(world, { role: 'viewer' })
  const feed = livePath({ serviceId: world.tenant.serviceId })
  const socket = connect({ host: '127.0.0.1', port: world.httpPort })
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  const head = [
    `POST /v1/services/${world.tenant.serviceId}/addresses HTTP/1.1`,
    'Host: inlet',
    `X-API-Key: ${world.keys.write}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await waitFor(() => received.startsWith('HTTP/1.1 100'))

  const stopping = world.stop()
  const refused = await waitFor(async () => {
    const answer = await world.call('/livez')
    return answer.status !== 200 && answer
  })
  const refusedRpc = await world.call('/trpc/dashboard.readMe')
  const refusedFeed = await world.call(feed, { token })
  socket.write(body)
  await once(socket, 'close')
  await stopping

  expect(refused).toMatchError(503, 'SERVICE_UNAVAILABLE')
  expect(refused).toMatchObject({ headers: { connection: 'close', 'retry-after': expect.any(String) } })
  const inTrpc = { status: 503, body: { error: { data: { code: 'SERVICE_UNAVAILABLE' } } } }
  expect([refusedRpc, refusedFeed]).toMatchObject([inTrpc, inTrpc])
  expect(received).toMatch(/HTTP\/1\.1 201 /)
  expect(received).toContain('"localPart":"last"')
  await expect(world.call('/livez')).rejects.toThrow()
})

test('a client that never ends its request does not keep the server from stopping', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const socket = connect({ host: '127.0.0.1', port: world.httpPort })
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  socket.write('GET /livez HTTP/1.1\r\nHost: inlet\r\nX-Unended: ')
  await once(socket, 'connect')

  const beganAt = performance.now()
  await world.stop()

  expect(performance.now() - beganAt).toBeLessThan(5_000)
  await closed
})
