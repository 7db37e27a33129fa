import { once } from 'node:events'
import { connect } from 'node:net'
import { waitFor } from '@inlet/testkit'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { ReceivingServer } from './receiving-server.ts'

/** A server on a port of the system's choice, and clients that keep their side open whatever it does. */
async function startServer(options: SMTPServerOptions = {}) {
  const server = new ReceivingServer({
    disableReverseLookup: true,
    authOptional: true,
    hideENHANCEDSTATUSCODES: false,
    logger: false,
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0

  async function client() {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    socket.on('error', () => {})
    let heard = ''
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    const hears = (pattern: RegExp) => waitFor(() => pattern.exec(heard)?.[0])
    await hears(/^220 .*\r\n/)
    const say = (line: string, pattern: RegExp) => {
      heard = ''
      socket.write(`${line}\r\n`)
      return hears(pattern)
    }
    return { socket, say, hears, heard: () => heard }
  }
  return {
    server,
    client,
    async [Symbol.asyncDispose]() {
      await server.drain(0)
    },
  }
}

test('a drain ends at its deadline though a client that was told to go keeps its side open', async () => {
  await using started = await startServer()
  const client = await started.client()
  await client.say('EHLO client.test', /^250 .*\r\n$/m)
  const beganAt = performance.now()

  await started.server.drain(200)

  expect(performance.now() - beganAt).toBeLessThan(3_000)
  expect(client.heard()).toMatch(/421 4\.3\.2 /)
})

test('a drain ends before its deadline when everybody has gone', async () => {
  await using started = await startServer()
  const client = await started.client()
  client.socket.on('end', () => client.socket.end())
  const beganAt = performance.now()

  await started.server.drain(10_000)

  expect(performance.now() - beganAt).toBeLessThan(5_000)
})

test('a mail on its way is waited for, and its connection is told to go behind the reply', async () => {
  let finish = () => {}
  await using started = await startServer({
    onData(stream, session, reply) {
      const endMail = started.server.beginMail(session)
      stream.resume()
      finish = () => {
        reply(null, 'Stored')
        endMail()
      }
    },
  })
  const client = await started.client()
  client.socket.on('end', () => client.socket.end())
  await client.say('EHLO client.test', /^250 .*\r\n$/m)
  await client.say('MAIL FROM:<a@b.example>', /^250/)
  await client.say('RCPT TO:<c@d.example>', /^250/)
  await client.say('DATA', /^354/)
  client.socket.write('Subject: x\r\n\r\n.\r\n')
  await waitFor(() => started.server.connections.size === 1)

  const drained = started.server.drain(10_000)
  setImmediate(() => finish())
  await drained

  expect(client.heard()).toMatch(/250 2\.6\.0 Stored\r\n421 4\.3\.2 /)
})

test('a reply that begins with an enhanced code keeps it, any other gets the one of its place', async () => {
  const refusal = Object.assign(new Error('4.3.0 Try again'), { responseCode: 451 })
  await using started = await startServer({
    onMailFrom: ({ address }, _, reply) => reply(address === '' ? null : refusal),
  })
  const client = await started.client()
  await client.say('EHLO client.test', /^250 .*\r\n$/m)

  expect(await client.say('MAIL FROM:<a@b.example>', /^\d.*\r\n/)).toBe('451 4.3.0 Try again\r\n')
  expect(await client.say('MAIL FROM:<>', /^\d.*\r\n/)).toMatch(/^250 2\.1\.0 /)
  expect(await client.say('RCPT TO:<c@@d>', /^\d.*\r\n/)).toMatch(/^550 5\.1\.3 /)
})
