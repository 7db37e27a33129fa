import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import { waitFor } from '@inlet/testkit'

const wholeReply = /^(?:\d{3}-[^\r\n]*\r\n)*\d{3}(?: [^\r\n]*)?\r\n/

/** A test client. It keeps its side open until the test closes it. */
export interface SmtpPeer extends AsyncDisposable {
  readonly socket: Socket
  /** The received chunks. */
  readonly chunks: string[]
  /** The next reply without its last CRLF. @throws when none comes in time */
  reply(): Promise<string>
  /** Sends one line and returns the reply. */
  say(line: string): Promise<string>
  /** Sends bytes and waits until they were written. */
  write(bytes: string | Buffer): Promise<void>
  /** The codes of the next replies, up to the one that ends the connection. */
  codesToTheEnd(): Promise<number[]>
  /** MAIL, RCPT and DATA; the reply to DATA. */
  begin(to?: string): Promise<string>
  startTls(behind?: string): Promise<TLSSocket>
  /** Settles when the server has closed its side. */
  readonly ended: Promise<void>
}

interface PeerOptions {
  /** Sent before anything is received. */
  first?: string | Buffer
  /** Reads the greeting and says EHLO; the default. */
  isGreeted?: boolean
}

/** Connects to a server on this machine. */
export async function smtpPeer(
  port: number,
  { first, isGreeted = first === undefined }: PeerOptions = {},
): Promise<SmtpPeer> {
  let socket: Socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  const chunks: string[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let received = ''
  listen()
  await once(socket, 'connect')
  if (first !== undefined) socket.write(first)

  function listen(): void {
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk.toString('latin1'))
      received += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('end', end)
    socket.on('close', end)
  }

  async function reply(): Promise<string> {
    const whole = await waitFor(() => wholeReply.exec(received)?.[0])
    received = received.slice(whole.length)
    return whole.trimEnd()
  }

  const write = (bytes: string | Buffer) => new Promise<void>((resolve) => void socket.write(bytes, () => resolve()))

  async function say(line: string): Promise<string> {
    await write(`${line}\r\n`)
    return await reply()
  }

  const peer: SmtpPeer = {
    get socket() {
      return socket
    },
    chunks,
    reply,
    say,
    write,
    async codesToTheEnd() {
      await ended
      const codes: number[] = []
      for (let whole = wholeReply.exec(received)?.[0]; whole; whole = wholeReply.exec(received)?.[0]) {
        received = received.slice(whole.length)
        codes.push(Number(whole.trimEnd().split('\r\n').at(-1)?.slice(0, 3)))
      }
      return codes
    },
    async begin(to = 'code@inlet.example') {
      await say('MAIL FROM:<sender@elsewhere.example>')
      await say(`RCPT TO:<${to}>`)
      return await say('DATA')
    },
    async startTls(behind = '') {
      await write(`STARTTLS\r\n${behind}`)
      await reply()
      socket.removeAllListeners()
      const secure = tlsConnect({ socket, rejectUnauthorized: false })
      socket = secure
      listen()
      await once(secure, 'secureConnect')
      return secure
    },
    ended,
    async [Symbol.asyncDispose]() {
      socket.destroy()
    },
  }
  if (isGreeted) {
    await reply()
    await say('EHLO client.test')
  }
  return peer
}

/** Sends one mail; returns its reply, or the reply to DATA where that is not 354. */
export async function deliver(peer: SmtpPeer, raw = 'Subject: x\r\n\r\nText\r\n'): Promise<string> {
  const go = await peer.begin()
  if (!go.startsWith('354')) return go
  await peer.write(`${raw}.\r\n`)
  return await peer.reply()
}
