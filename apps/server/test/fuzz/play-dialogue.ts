import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as immediate } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { type Exchange, type Reading, type Reply, readTranscript, type SentMail } from './read-transcript.ts'

const replyLimitMs = 15_000
const handshakeLimitMs = 5_000
/** No control character ever comes back (RFC 5321 §4.2): who could bring one in could write replies of his own. */
const replyLine = /^([2-5]\d\d)([ -])([\x20-\x7e]*)$/

/** Bytes to say, one character a byte. */
export interface Step {
  bytes: string
  /** Offsets at which they are cut into writes. */
  cuts: number[]
  /** Whether the replies that are due are read before the next step. */
  waits: boolean
}

export interface Dialogue {
  steps: Step[]
  /** How the client goes in the end; `last`: only when the server has hung up. */
  leaves: 'reset' | 'end' | 'last'
}

/** What came of a dialogue. */
export interface Played {
  /** Codes of all replies, in order. */
  codes: number[]
  mails: SentMail[]
  errors: string[]
}

/** Plays a dialogue to the server on `port`, with a TLS handshake wherever STARTTLS is accepted, and says what it did wrong. */
export async function playDialogue(port: number, dialogue: Dialogue): Promise<Played> {
  const line = new Line(connect({ host: '127.0.0.1', port, noDelay: true }))
  const errors: string[] = []
  const note = (reading: Reading) => {
    if (reading.state === 'due') errors.push('a reply that was due never came')
  }
  try {
    note(await line.settled())
    for (const { bytes, cuts, waits } of dialogue.steps) {
      if (line.isEnded) break
      await line.say(bytes, cuts)
      if (!waits) continue
      const reading = await line.settled()
      note(reading)
      if (reading.state === 'tls') await line.beginTls()
    }
    note(await line.settled())
  } finally {
    if (dialogue.leaves === 'end') await line.end()
    if (dialogue.leaves === 'last') await line.readToEnd()
    line.socket.destroy()
  }
  const readings = line.exchanges.map(readTranscript)
  return {
    codes: line.exchanges.flatMap(({ replies }) => replies.map(({ code }) => code)),
    mails: readings.flatMap(({ mails }) => mails),
    errors: [...errors, ...line.errors, ...readings.flatMap((reading) => reading.errors)],
  }
}

/** Both sides of one connection, noted. */
class Line {
  socket: Socket
  readonly exchanges: Exchange[] = []
  readonly errors: string[] = []
  isEnded = false
  #exchange: Exchange
  #unread = ''
  #begun: string[] = []
  #received = Promise.withResolvers<void>()

  constructor(socket: Socket) {
    this.socket = socket
    this.#exchange = this.#begin(false)
    this.#listen()
  }

  async say(bytes: string, cuts: number[]): Promise<void> {
    this.#exchange.sent += bytes
    const offsets = [0, ...cuts.filter((cut) => cut < bytes.length).sort((one, other) => one - other), bytes.length]
    for (const [index, offset] of offsets.slice(1).entries()) {
      const piece = Buffer.from(bytes.slice(offsets[index], offset), 'latin1')
      if (this.isEnded || piece.length === 0) continue
      await new Promise<void>((resolve) => this.socket.write(piece, () => resolve()))
      // By then a server in this process has read it, so that each cut is one to the server too.
      await immediate()
    }
  }

  /** Waits until nothing is due any more, the server has hung up, or time is over. */
  async settled(): Promise<Reading> {
    const limit = AbortSignal.timeout(replyLimitMs)
    const overdue = once(limit, 'abort')
    for (;;) {
      const reading = readTranscript(this.#exchange)
      if (reading.state !== 'due' || limit.aborted) return reading
      if (this.isEnded) return { ...reading, state: 'quiet' }
      await Promise.race([this.#received.promise, overdue])
    }
  }

  async beginTls(): Promise<void> {
    if (this.isEnded) return
    this.socket.removeAllListeners()
    this.socket.on('error', () => {})
    const secure = connectTls({ socket: this.socket, rejectUnauthorized: false })
    const failed = ['close', 'error'].map((event) => once(secure, event).catch(() => {}))
    const limit = AbortSignal.timeout(handshakeLimitMs)
    const isSecure = once(secure, 'secureConnect', { signal: limit }).then(
      () => true,
      () => false,
    )
    const isDone = await Promise.race([isSecure, ...failed.map((end) => end.then(() => false))])
    this.socket = secure
    this.#exchange = this.#begin(true)
    this.#listen()
    if (!isDone) this.#hangUp()
  }

  /** Closes our side and reads the rest of the replies. */
  async end(): Promise<void> {
    if (this.isEnded) return
    const closed = once(this.socket, 'close', { signal: AbortSignal.timeout(replyLimitMs) })
    this.socket.end()
    await closed.catch(() => this.errors.push('the server keeps a connection that its client has closed'))
  }

  async readToEnd(): Promise<void> {
    const limit = AbortSignal.timeout(replyLimitMs)
    const overdue = once(limit, 'abort')
    while (!this.isEnded && !limit.aborted) await Promise.race([this.#received.promise, overdue])
    if (!this.isEnded) this.errors.push('the server does not hang up')
  }

  #begin(isTls: boolean): Exchange {
    const exchange: Exchange = { sent: '', replies: [], isTls }
    this.exchanges.push(exchange)
    return exchange
  }

  #listen(): void {
    this.socket.on('data', (chunk: Buffer) => this.#read(chunk.toString('latin1')))
    this.socket.on('error', () => this.#hangUp())
    this.socket.on('end', () => this.#hangUp())
    this.socket.on('close', () => this.#hangUp())
  }

  #read(text: string): void {
    const lines = (this.#unread + text).split('\r\n')
    this.#unread = lines.pop() ?? ''
    for (const line of lines) this.#readLine(line)
    this.#wake()
  }

  #readLine(line: string): void {
    const [, code = '', mark, words = ''] = replyLine.exec(line) ?? []
    if (mark === undefined) this.errors.push(`no reply line: ${JSON.stringify(line.slice(0, 200))}`)
    this.#begun.push(words)
    if (mark === '-') return
    const reply: Reply = { code: Number(code), lines: this.#begun }
    this.#begun = []
    this.#exchange.replies.push(reply)
  }

  #hangUp(): void {
    this.isEnded = true
    this.#wake()
  }

  #wake(): void {
    this.#received.resolve()
    this.#received = Promise.withResolvers()
  }
}
