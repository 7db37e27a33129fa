import type { Socket } from 'node:net'
import { checkTimeouts, type Phase, type TimeoutContext } from './connection-timeouts.ts'
import { MailTransfer } from './mail-transfer.ts'
import { LineReader } from './read-lines.ts'
import { ReadPace } from './read-pace.ts'
import { type Reply, replies } from './replies.ts'
import { ReplyWriter } from './reply-writer.ts'
import type { OpenConnection, ServerContext } from './server-context.ts'
import { SmtpSession } from './smtp-session.ts'
import { startTls } from './tls.ts'

const nothing = Buffer.alloc(0)
const closingPhases = new Set<Phase>(['closing', 'closing unread', 'closed'])

/**
 * The socket side of one connection: passes bytes to the session or into a mail, in order, and sends the replies of one turn of the
 * event loop in one write. While a reply is pending, nothing more is processed.
 */
export class SmtpConnection implements OpenConnection {
  readonly #session: SmtpSession
  readonly #server: ServerContext
  readonly #lines: LineReader
  readonly #openedAt: number
  #socket: Socket
  #phase: Phase = 'commands'
  #phaseStartedAt: number
  #lastReceivedAt: number
  /** Bytes that came while a reply was pending. */
  #unprocessed: Buffer | null = null
  readonly #replies: ReplyWriter
  readonly #pace = new ReadPace()
  #transfer: MailTransfer | null = null
  /** The number of the current wait for a reply: the reply of an earlier wait is ignored. */
  #waitNumber = 0
  #hasClientEnded = false

  // Made once per connection, not per command.
  readonly #onData = (chunk: Buffer) => {
    try {
      this.#receive(chunk)
    } catch (error) {
      this.#fail(error)
    }
  }
  readonly #isReading = () => this.#phase === 'commands' || this.#phase === 'data'
  readonly #onEnd = () => this.#receiveEnd()
  readonly #onClose = () => this.#finishClosing()
  readonly #onError = (error: Error) => this.#server.log.debug({ error }, 'smtp connection failed')

  constructor(server: ServerContext, socket: Socket, clientIp: string) {
    this.#server = server
    this.#session = new SmtpSession(server, clientIp)
    this.#lines = new LineReader(server.settings.limits.commandBytes)
    this.#openedAt = server.now()
    this.#phaseStartedAt = this.#openedAt
    this.#lastReceivedAt = this.#openedAt
    this.#socket = socket
    this.#replies = new ReplyWriter(socket, server.settings.limits.unreadReplyBytes, server.metrics)
    this.#listen(socket)
  }

  /** Sends the greeting, after the delay where one is set. `early`: bytes that the client has sent already. */
  open(early: Buffer = nothing): void {
    const { greetingDelayMs } = this.#server.settings.limits
    if (greetingDelayMs === 0) {
      this.#replies.add(this.#session.greeting())
      return this.#consume(early)
    }
    this.#enter('greeting')
    if (early.length > 0) return this.end(replies.talksTooEarly)
    setTimeout(() => this.#greet(), greetingDelayMs).unref()
  }

  /** Whether a mail is on its way: DATA has begun and its reply is not out. */
  isReceiving(): boolean {
    return this.#phase === 'data' || this.#phase === 'commit'
  }

  isEncrypted(): boolean {
    return this.#session.isTls
  }

  checkTimeouts(context: TimeoutContext): void {
    const clocks = {
      phase: this.#phase,
      openedAt: this.#openedAt,
      lastReceivedAt: this.#lastReceivedAt,
      phaseStartedAt: this.#phaseStartedAt,
      hasTransaction: this.#session.sender !== null,
      mailBytes: this.#transfer?.size ?? 0,
    }
    const outcome = checkTimeouts(clocks, this.#server.settings.limits, context)
    if (outcome === null) return
    if (outcome === 'cut off') return this.destroy()
    if (this.#phase !== 'look-up') return this.end(outcome)
    this.#session.abandonLookUp()
    this.#endWait(this.#waitNumber, outcome)
  }

  /** Sends a last reply and closes; of a mail that is not whole yet nothing is kept, so its sender has to retry. */
  end(reply: Reply): void {
    if (closingPhases.has(this.#phase)) return
    if (this.#phase === 'handshake') return this.destroy()
    this.#replies.add(reply)
    this.#startClosing(reply)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #listen(socket: Socket): void {
    socket.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose).on('error', this.#onError)
  }

  #greet(): void {
    if (this.#phase !== 'greeting') return
    this.#enter('commands')
    this.#replies.add(this.#session.greeting())
    this.#replies.flush()
  }

  #receive(chunk: Buffer): void {
    this.#lastReceivedAt = this.#server.now()
    switch (this.#phase) {
      case 'commands':
      case 'data':
        this.#consume(chunk)
        return this.#pace.takeTurns(chunk.length, this.#socket, this.#isReading)
      case 'look-up':
      case 'commit':
        this.#unprocessed = this.#unprocessed ? Buffer.concat([this.#unprocessed, chunk]) : chunk
        this.#socket.pause()
        return
      case 'greeting':
        return this.end(replies.talksTooEarly)
      case 'closing':
        return this.#pace.discard(chunk.length, this.#socket, this.#server.settings.limits)
    }
  }

  #receiveEnd(): void {
    this.#hasClientEnded = true
    if (!this.#isWaiting()) this.#startClosing(null)
  }

  /** Processes received bytes until they are used up or a reply is pending. */
  #consume(chunk: Buffer): void {
    let offset = 0
    while (offset < chunk.length && this.#isReading()) {
      offset = this.#phase === 'data' ? this.#readData(chunk, offset) : this.#readCommand(chunk, offset)
    }
    if (!this.#isWaiting()) {
      this.#replies.flush()
      if (this.#hasClientEnded) this.#startClosing(null)
      return
    }
    if (offset < chunk.length) this.#unprocessed = chunk.subarray(offset)
    // Most look-ups end within this turn of the event loop: then one write sends all replies.
    if (!this.#replies.isEmpty) this.#server.flushSoon(this.#replies)
  }

  /** @returns the offset of the next command or of the mail's bytes */
  #readCommand(chunk: Buffer, from: number): number {
    const line = this.#lines.read(chunk, from)
    const { next } = this.#lines
    if (line === null) return next
    const reply = typeof line === 'string' ? this.#session.run(line) : this.#session.rejectLine(line)
    if (reply instanceof Promise) this.#waitFor('look-up', reply)
    else this.#send(reply, next < chunk.length || this.#socket.readableLength > 0)
    return next
  }

  /** @returns the offset of the next command or of the mail's bytes */
  #readData(chunk: Buffer, from: number): number {
    const transfer = this.#transfer
    if (!transfer) return chunk.length
    const state = transfer.receive(from === 0 ? chunk : chunk.subarray(from))
    if (state === 'far too large') this.end(replies.farTooLarge)
    if (state === 'no memory') this.end(replies.noMemoryLeft)
    if (state !== 'whole') return chunk.length
    this.#finishMail(transfer)
    return from + transfer.end
  }

  #finishMail(transfer: MailTransfer): void {
    if (!transfer.error) return this.#waitFor('commit', transfer.commit())
    const refusal = transfer.error === 'too large' ? replies.tooLarge : replies.mailLineTooLong
    transfer.abort(refusal)
    this.#answerMail(refusal)
  }

  #waitFor(phase: 'look-up' | 'commit', reply: Promise<Reply>): void {
    this.#enter(phase)
    this.#waitNumber += 1
    const waitNumber = this.#waitNumber
    void reply.then((settled) => this.#endWait(waitNumber, settled)).catch((error) => this.#fail(error))
  }

  #endWait(waitNumber: number, reply: Reply): void {
    if (waitNumber !== this.#waitNumber || !this.#isWaiting()) return
    this.#waitNumber += 1
    const rest = this.#unprocessed ?? nothing
    this.#unprocessed = null
    if (this.#phase === 'commit') this.#answerMail(reply)
    else {
      this.#enter('commands')
      this.#send(reply, rest.length > 0)
    }
    this.#consume(rest)
    // Only after all held bytes are processed: otherwise each look-up of a long list would let another chunk in.
    if (!this.#isWaiting() && this.#socket.isPaused()) this.#socket.resume()
  }

  #answerMail(reply: Reply): void {
    this.#transfer = null
    this.#session.endMail()
    this.#enter('commands')
    this.#send(reply, false)
    if (this.#server.isDraining()) this.end(replies.shuttingDown)
  }

  /** Adds a reply to the next write and does what follows it. `hasMore`: the client has sent bytes behind the command already. */
  #send(reply: Reply, hasMore: boolean): void {
    // Bytes of a mail before the 354 (RFC 2920 §3.1): an attempt at smuggling, where two servers would read them differently.
    const sent = reply.next === 'data' && hasMore ? replies.mailTooEarly : reply
    this.#replies.add(sent)
    switch (sent.next) {
      case 'data':
        this.#transfer = new MailTransfer(this.#server, this.#session.transaction(), () => this.end(replies.evicted))
        return this.#enter('data')
      case 'tls':
        return this.#beginTls()
      case 'close':
        return this.#startClosing(sent)
    }
  }

  #beginTls(): void {
    this.#replies.flush()
    this.#lines.clear()
    this.#enter('handshake')
    const plain = this.#socket.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose)
    const secure = startTls(plain, this.#server.secureContext())
    this.#socket = secure
    this.#replies.socket = secure
    // After a failed handshake the client may connect again without TLS.
    secure.on('_tlsError', () => this.destroy())
    secure.once('secure', () => {
      this.#enter('commands')
      this.#session.beginTls()
    })
    this.#listen(secure)
  }

  #isWaiting(): boolean {
    return this.#phase === 'look-up' || this.#phase === 'commit'
  }

  /** Gives up a mail that is not whole yet; a commit that has begun goes on. */
  #abortMail(reply: Reply | null): void {
    if (this.#phase === 'data') this.#transfer?.abort(reply)
    this.#transfer = null
  }

  // Reads on for a while, since a reset could discard the reply before the client reads it; but not the rest of a mail that may be retried.
  #startClosing(last: Reply | null): void {
    if (closingPhases.has(this.#phase)) return
    const isUnread = this.#phase === 'data' && last !== null && last.code < 500
    this.#abortMail(last)
    if (last) this.#session.logClosure(last)
    this.#replies.flush()
    this.#enter(isUnread ? 'closing unread' : 'closing')
    this.#unprocessed = null
    this.#lines.clear()
    this.#socket.end()
    if (isUnread) this.#socket.pause()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  /** An unexpected error ends this connection only, not the process with all others; the sender keeps its mail. */
  #fail(error: unknown): void {
    this.#server.log.error({ ...this.#session.logFields(), error }, 'smtp connection broken')
    this.destroy()
  }

  #finishClosing(): void {
    if (this.#phase === 'closed') return
    this.#abortMail(null)
    this.#enter('closed')
    this.#unprocessed = null
    this.#server.connectionClosed(this, this.#session.clientIp)
  }

  #enter(phase: Phase): void {
    this.#phase = phase
    this.#phaseStartedAt = this.#server.now()
  }
}
