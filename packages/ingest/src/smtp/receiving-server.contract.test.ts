import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { TLSSocket, connect as tlsConnect } from 'node:tls'
import { waitFor } from '@inlet/testkit'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { expect, test } from 'vitest'
import { tlsMaterial } from './tls-material.ts'

// What ReceivingServer takes for granted of smtp-server and its documentation does not promise. Red here after an upgrade: read its source anew.

interface Sent {
  code: number
  text: string
  context: string | false | undefined
}

/** The plain library, with a connection class that notes what goes through `send`. */
async function startLibrary(options: SMTPServerOptions = {}) {
  const sent: Sent[] = []
  class NotingConnection extends SMTPConnection {
    override send(code: number, data?: string | string[] | null, context?: string | false): void {
      sent.push({ code, text: [data ?? ''].flat().join('|'), context })
      super.send(code, data, context)
    }
  }
  class NotingServer extends SMTPServer {
    readonly sockets: unknown[] = []
    override connect(...[socket, socketOptions]: Parameters<SMTPServer['connect']>): void {
      this.sockets.push(socket)
      const connection = new NotingConnection(this, socket, socketOptions)
      this.connections.add(connection)
      connection.on('error', (error) => this._onError(error))
      connection.on('connect', (data) => this._onClientConnect(data))
      connection.init()
    }
  }
  const material = await tlsMaterial('mx.test', {})
  const server = new NotingServer({
    ...material,
    name: 'mx.test',
    disableReverseLookup: true,
    authOptional: true,
    hideENHANCEDSTATUSCODES: false,
    logger: false,
    ...options,
  })
  const errors: Error[] = []
  server.on('error', (error) => errors.push(error))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const socket = connect({
    host: '127.0.0.1',
    port: address !== null && typeof address === 'object' ? address.port : 0,
  })
  socket.on('error', () => {})
  let heard = ''
  const listen = (source: Socket) =>
    source.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
  listen(socket)

  async function replyTo(write: () => void): Promise<string> {
    heard = ''
    write()
    return await waitFor(() => /^\d{3}(?: .*)?\r\n/m.exec(heard)?.[0])
  }
  await replyTo(() => {})
  return {
    server,
    socket,
    sent,
    errors,
    listen,
    say: (line: string, to: Socket = socket) => replyTo(() => void to.write(`${line}\r\n`)),
    only: () => [...server.connections][0],
    async [Symbol.asyncDispose]() {
      socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

test('every accepted socket passes through connect, and its connection stands in connections until it has gone', async () => {
  await using library = await startLibrary()

  expect(library.server.sockets).toEqual([expect.any(Socket)])
  expect([...library.server.connections]).toEqual([expect.any(SMTPConnection)])
  library.socket.destroy()
  await waitFor(() => library.server.connections.size === 0)
})

test('the session of the handlers is the one of the connection, through RSET, further mails and STARTTLS', async () => {
  const seen: SMTPServerSession[] = []
  await using library = await startLibrary({
    onMailFrom(_, session, reply) {
      seen.push(session)
      reply()
    },
    onRcptTo(_, session, reply) {
      seen.push(session)
      reply()
    },
    onData(stream, session, reply) {
      seen.push(session)
      stream.resume()
      stream.on('end', () => reply())
    },
  })
  const connection = library.only()
  const mail = async (socket?: Socket) => {
    await library.say('EHLO client.test', socket)
    await library.say('MAIL FROM:<a@b.example>', socket)
    await library.say('RCPT TO:<c@d.example>', socket)
    await library.say('DATA', socket)
    expect(await library.say('Subject: x\r\n\r\n.', socket)).toMatch(/^250 /)
  }

  await mail()
  await library.say('RSET')
  await mail()
  await library.say('STARTTLS')
  library.socket.removeAllListeners('data')
  const secure = tlsConnect({ socket: library.socket, rejectUnauthorized: false })
  await once(secure, 'secureConnect')
  library.listen(secure)
  await mail(secure)

  expect(seen).toHaveLength(9)
  expect(new Set(seen)).toEqual(new Set([connection?.session]))
  expect(connection?._socket).toBeInstanceOf(TLSSocket)
  secure.destroy()
})

test('_socket is the socket of the client: destroying it ends the connection', async () => {
  await using library = await startLibrary()
  const ended = once(library.socket, 'close')

  library.only()?._socket.destroy()

  await ended
  await waitFor(() => library.server.connections.size === 0)
})

test('every reply goes through send, with the context that decides its enhanced code', async () => {
  await using library = await startLibrary({
    size: 1_000,
    maxRecipients: 1,
    onData(stream, _, reply) {
      stream.resume()
      stream.on('end', () => reply(Object.assign(new Error('4.3.0 Later'), { responseCode: 451 })))
    },
  })

  await library.say('EHLO client.test')
  await library.say('MAIL FROM:<a@b.example> SIZE=1001')
  await library.say('MAIL FROM:<a@b.example>')
  await library.say('RCPT TO:<nonsense>')
  await library.say('RCPT TO:<c@d.example>')
  await library.say('RCPT TO:<e@d.example>')
  await library.say('DATA')
  await library.say('Subject: x\r\n\r\n.')

  expect(library.sent.map(({ code, context }) => [code, context])).toEqual([
    [220, false],
    [250, false],
    [552, 'MESSAGE_TOO_BIG'],
    [250, 'MAIL_FROM_OK'],
    [501, 'MAILBOX_SYNTAX_ERROR'],
    [250, 'RCPT_TO_OK'],
    [452, 'TOO_MANY_RECIPIENTS'],
    [354, undefined],
    [451, undefined],
  ])
})

test('send with the context false adds no enhanced code, and 421 ends the connection', async () => {
  await using library = await startLibrary()
  const connection = library.only()
  const ended = once(library.socket, 'end')
  let heard = ''
  library.socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })

  connection?.send(250, '2.0.0 Mine', false)
  connection?.send(250, 'Theirs')
  connection?.send(421, '4.3.2 Bye', false)
  await ended

  expect(heard).toBe('250 2.0.0 Mine\r\n250 2.0.0 Theirs\r\n421 4.3.2 Bye\r\n')
  expect(library.server.connections.size).toBe(0)
})

test('_onClientConnect and _onError hand what they are given to the listeners of the server', async () => {
  await using library = await startLibrary()
  const told = once(library.server, 'connect')
  const client = {
    localAddress: '127.0.0.1',
    localPort: 25,
    remoteAddress: '127.0.0.1',
    remotePort: 2525,
    hostNameAppearsAs: 'client.test',
    clientHostname: '[127.0.0.1]',
  }

  library.server._onClientConnect({ ...client, id: 'x' })
  library.server._onError(new Error('broken'))

  expect((await told)[0]).toMatchObject({ id: 'x' })
  expect(library.errors.map(({ message }) => message)).toEqual(['broken'])
})

test('a mail that is cut off ends its stream with error and close, never with end', async () => {
  const events: string[] = []
  await using library = await startLibrary({
    onData(stream) {
      for (const event of ['end', 'error', 'close']) stream.on(event, () => events.push(event))
      stream.resume()
    },
  })
  await library.say('EHLO client.test')
  await library.say('MAIL FROM:<a@b.example>')
  await library.say('RCPT TO:<c@d.example>')
  await library.say('DATA')
  library.socket.write('Subject: half\r\n\r\nbody')

  library.socket.end()

  await waitFor(() => events.includes('close'))
  expect(events).toEqual(['error', 'close'])
})

test('close refuses new commands with 421 and calls back when the last connection has gone', async () => {
  await using library = await startLibrary()
  let isClosed = false
  library.server.close(() => {
    isClosed = true
  })

  expect(isClosed).toBe(false)
  expect(await library.say('NOOP')).toMatch(/^421 /)
  await waitFor(() => isClosed)
})
