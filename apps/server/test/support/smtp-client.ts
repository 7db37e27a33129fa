import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type SecureVersion, type TLSSocket, connect as tlsConnect } from 'node:tls'

/** One reply of the server: `lines` without their codes, `text` is the whole of it as it came. */
export interface SmtpReply {
  code: number
  lines: string[]
  text: string
}

interface TlsOptions {
  minVersion?: SecureVersion
  maxVersion?: SecureVersion
  ciphers?: string
  behind?: string
}

/** A client that sends exactly the given bytes and returns every reply as it came. */
export interface SmtpClient extends AsyncDisposable {
  readonly socket: Socket
  /** The next reply. @throws when none comes in time or the server hangs up first */
  reply(): Promise<SmtpReply>
  /** Sends one line and returns the reply. */
  say(line: string): Promise<SmtpReply>
  /** Sends several lines at once and returns their replies. */
  pipeline(lines: string[]): Promise<SmtpReply[]>
  write(bytes: string | Buffer): void
  /** MAIL and RCPT for each recipient, then DATA; returns the reply to DATA. @throws when MAIL or a RCPT is refused */
  begin(to: string[], from?: string): Promise<SmtpReply>
  /** A whole transaction: envelope, dot-stuffed mail, final dot; returns the reply to the mail. */
  deliver(raw: string | Buffer, to: string | string[]): Promise<SmtpReply>
  /** STARTTLS and the handshake; `behind` goes out in the clear, in the same segment as the command. */
  startTls(options?: TlsOptions): Promise<TLSSocket>
  /** Settles when the server has ended the connection. */
  readonly ended: Promise<void>
}

interface SmtpClientOptions {
  isSilent?: boolean
  /** How long it waits for a reply; 20 s by default. */
  replyLimitMs?: number
}

/** Connects, reads the greeting and, unless `options` say otherwise, says EHLO. */
export async function smtpClient(port: number, options: SmtpClientOptions = {}): Promise<SmtpClient> {
  const { isSilent = false, replyLimitMs = 20_000 } = options
  let socket: Socket = connect({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  let pending = ''
  const replies: SmtpReply[] = []
  const waiting: { resolve: (reply: SmtpReply) => void; reject: (error: Error) => void }[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let isEnded = false
  listen()

  function listen() {
    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString('latin1')
      take()
    })
    socket.on('error', () => {})
    socket.on('end', hangUp)
    socket.on('close', hangUp)
  }

  function take() {
    for (;;) {
      const whole = /^(?:\d{3}-[^\r\n]*\r\n)*\d{3}(?: [^\r\n]*)?\r\n/.exec(pending)
      if (!whole) return
      pending = pending.slice(whole[0].length)
      const text = whole[0].trimEnd()
      const reply = { code: Number(text.slice(0, 3)), lines: text.split('\r\n').map((line) => line.slice(4)), text }
      const first = waiting.shift()
      if (first) first.resolve(reply)
      else replies.push(reply)
    }
  }

  function hangUp() {
    isEnded = true
    end()
    for (const { reject } of waiting.splice(0)) reject(new Error('the server hung up'))
  }

  function reply(): Promise<SmtpReply> {
    const ready = replies.shift()
    if (ready) return Promise.resolve(ready)
    if (isEnded) return Promise.reject(new Error('the server hung up'))
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('no reply in time')), replyLimitMs)
      waiting.push({
        resolve: (received) => {
          clearTimeout(limit)
          resolve(received)
        },
        reject: (error) => {
          clearTimeout(limit)
          reject(error)
        },
      })
    })
  }

  const write = (bytes: string | Buffer) => void socket.write(bytes)

  function say(line: string): Promise<SmtpReply> {
    write(`${line}\r\n`)
    return reply()
  }

  async function pipeline(lines: string[]): Promise<SmtpReply[]> {
    write(lines.map((line) => `${line}\r\n`).join(''))
    const received: SmtpReply[] = []
    for (const _ of lines) received.push(await reply())
    return received
  }

  async function begin(to: string[], from = 'sender@elsewhere.example'): Promise<SmtpReply> {
    const received = await pipeline([`MAIL FROM:<${from}>`, ...to.map((each) => `RCPT TO:<${each}>`)])
    const refusal = received.find(({ code }) => code !== 250)
    if (refusal) throw new Error(`envelope refused: ${refusal.text}`)
    return await say('DATA')
  }

  const client: SmtpClient = {
    get socket() {
      return socket
    },
    reply,
    say,
    pipeline,
    write,
    begin,
    async deliver(raw, to) {
      const go = await begin([to].flat())
      if (go.code !== 354) return go
      write(dotStuffed(raw))
      return await reply()
    },
    async startTls({ behind = '', ...tlsOptions } = {}) {
      write(`STARTTLS\r\n${behind}`)
      const go = await reply()
      if (go.code !== 220) throw new Error(`STARTTLS refused: ${go.text}`)
      socket.removeAllListeners()
      const secure = tlsConnect({ socket, rejectUnauthorized: false, ...tlsOptions })
      await once(secure, 'secureConnect')
      socket = secure
      listen()
      return secure
    },
    ended,
    async [Symbol.asyncDispose]() {
      socket.destroy()
    },
  }
  if (!isSilent) {
    await reply()
    await say('EHLO client.test')
  }
  return client
}

/** A mail as DATA carries it (RFC 5321 §4.5.2), with its final dot. */
export function dotStuffed(raw: string | Buffer): Buffer {
  const text = typeof raw === 'string' ? raw : raw.toString('latin1')
  const bytes = typeof raw === 'string' ? 'utf8' : 'latin1'
  const ending = text === '' || text.endsWith('\r\n') ? '.\r\n' : '\r\n.\r\n'
  return Buffer.from(text.replace(/^\./, '..').replaceAll('\r\n.', '\r\n..') + ending, bytes)
}
