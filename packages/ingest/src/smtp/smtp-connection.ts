import type { Socket } from 'node:net'
import { MailTransfer } from './mail-transfer.ts'
import { type Moment, overdue, type Phase } from './overdue.ts'
import { LineReader } from './read-lines.ts'
import { ReadPace } from './read-pace.ts'
import { type Reply, replies } from './replies.ts'
import { ReplyWriter } from './reply-writer.ts'
import type { Peer, ServerContext } from './server-context.ts'
import { SmtpSession } from './smtp-session.ts'
import { startTls } from './start-tls.ts'

const nothing = Buffer.alloc(0)
const hasLeft = new Set<Phase>(['leaving', 'unread', 'gone'])

/**
 * The socket side of one connection: takes bytes to the session or into a mail, one thing after the other, and sends the replies of one
 * turn in one write. While a reply is pending nothing is read on.
 */
export class SmtpConnection implements Peer {
  readonly #session: SmtpSession
  readonly #server: ServerContext
  readonly #lines: LineReader
  readonly #openedAt: number
  #socket: Socket
  #phase: Phase = 'commands'
  #phaseAt: number
  #heardAt: number
  /** What came while a reply was pending. */
  #held: Buffer | null = null
  readonly #replies: ReplyWriter
  readonly #pace = new ReadPace()
  #transfer: MailTransfer | null = null
  /** Counts the replies that were waited for, so that one that comes too late is ignored. */
  #turn = 0
  #hasClientEnded = false

  // Once a connection: no command makes a closure for the socket.
  readonly #onData = (chunk: Buffer) => {
    try {
      this.#hear(chunk)
    } catch (error) {
      this.#fail(error)
    }
  }
  readonly #isReading = () => this.#phase === 'commands' || this.#phase === 'data'
  readonly #onEnd = () => this.#hearEnd()
  readonly #onClose = () => this.#close()
  readonly #onError = (error: Error) => this.#server.log.debug({ error }, 'smtp connection failed')

  constructor(server: ServerContext, socket: Socket, clientIp: string) {
    this.#server = server
    this.#session = new SmtpSession(server, clientIp)
    this.#lines = new LineReader(server.settings.limits.commandBytes)
    this.#openedAt = server.now()
    this.#phaseAt = this.#openedAt
    this.#heardAt = this.#openedAt
    this.#socket = socket
    this.#replies = new ReplyWriter(socket, server.settings.limits.unreadReplyBytes, server.metrics)
    this.#listen(socket)
  }

  /** Greets, after the delay where one is set. `early` is what the client has said already. */
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

  /** Looks at the clock. */
  tick(moment: Moment): void {
    const clocks = {
      phase: this.#phase,
      openedAt: this.#openedAt,
      heardAt: this.#heardAt,
      phaseAt: this.#phaseAt,
      hasTransaction: this.#session.sender !== null,
      mailBytes: this.#transfer?.size ?? 0,
    }
    const verdict = overdue(clocks, this.#server.settings.limits, moment)
    if (verdict === null) return
    if (verdict === 'cut off') return this.destroy()
    if (this.#phase !== 'look-up') return this.end(verdict)
    this.#session.giveUp()
    this.#settle(this.#turn, verdict)
  }

  /** Says one more thing and hangs up; a mail that is not whole yet is lost to its sender, who keeps it. */
  end(reply: Reply): void {
    if (hasLeft.has(this.#phase)) return
    if (this.#phase === 'handshake') return this.destroy()
    this.#replies.add(reply)
    this.#leave(reply)
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

  #hear(chunk: Buffer): void {
    this.#heardAt = this.#server.now()
    switch (this.#phase) {
      case 'commands':
      case 'data':
        this.#consume(chunk)
        return this.#pace.takeTurns(chunk.length, this.#socket, this.#isReading)
      case 'look-up':
      case 'commit':
        this.#held = this.#held ? Buffer.concat([this.#held, chunk]) : chunk
        this.#socket.pause()
        return
      case 'greeting':
        return this.end(replies.talksTooEarly)
      case 'leaving':
        return this.#pace.discard(chunk.length, this.#socket, this.#server.settings.limits)
    }
  }

  #hearEnd(): void {
    this.#hasClientEnded = true
    if (!this.#isWaiting()) this.#leave(null)
  }

  /** Goes through what has come, until it is used up or a reply has to be waited for. */
  #consume(chunk: Buffer): void {
    let offset = 0
    while (offset < chunk.length && this.#isReading()) {
      offset = this.#phase === 'data' ? this.#takeData(chunk, offset) : this.#takeLine(chunk, offset)
    }
    if (!this.#isWaiting()) {
      this.#replies.flush()
      if (this.#hasClientEnded) this.#leave(null)
      return
    }
    if (offset < chunk.length) this.#held = chunk.subarray(offset)
    // A look-up may take long, but mostly it is over within this turn of the loop: then one write has all replies.
    if (!this.#replies.isEmpty) this.#server.flushSoon(this.#replies)
  }

  /** @returns where the next thing begins */
  #takeLine(chunk: Buffer, from: number): number {
    const line = this.#lines.read(chunk, from)
    const { next } = this.#lines
    if (line === null) return next
    const reply = typeof line === 'string' ? this.#session.run(line) : this.#session.misread(line)
    if (reply instanceof Promise) this.#waitFor('look-up', reply)
    else this.#say(reply, next < chunk.length || this.#socket.readableLength > 0)
    return next
  }

  /** @returns where the next thing begins */
  #takeData(chunk: Buffer, from: number): number {
    const transfer = this.#transfer
    if (!transfer) return chunk.length
    const state = transfer.take(from === 0 ? chunk : chunk.subarray(from))
    if (state === 'far too large') this.end(replies.farTooLarge)
    if (state === 'no memory') this.end(replies.noMemoryLeft)
    if (state !== 'whole') return chunk.length
    this.#finishMail(transfer)
    return from + transfer.end
  }

  #finishMail(transfer: MailTransfer): void {
    if (!transfer.fault) return this.#waitFor('commit', transfer.commit())
    const refusal = transfer.fault === 'too large' ? replies.tooLarge : replies.mailLineTooLong
    transfer.lose(refusal)
    this.#answerMail(refusal)
  }

  #waitFor(phase: 'look-up' | 'commit', reply: Promise<Reply>): void {
    this.#enter(phase)
    this.#turn += 1
    const turn = this.#turn
    void reply.then((said) => this.#settle(turn, said)).catch((error) => this.#fail(error))
  }

  #settle(turn: number, reply: Reply): void {
    if (turn !== this.#turn || !this.#isWaiting()) return
    this.#turn += 1
    const rest = this.#held ?? nothing
    this.#held = null
    if (this.#phase === 'commit') this.#answerMail(reply)
    else {
      this.#enter('commands')
      this.#say(reply, rest.length > 0)
    }
    this.#consume(rest)
    // Not before all that was held is used up, or each look-up of a long list would let another chunk in.
    if (!this.#isWaiting() && this.#socket.isPaused()) this.#socket.resume()
  }

  #answerMail(reply: Reply): void {
    this.#transfer = null
    this.#session.endMail()
    this.#enter('commands')
    this.#say(reply, false)
    if (this.#server.isDraining()) this.end(replies.shuttingDown)
  }

  /** Notes a reply for the next write and does what it leads to. `hasMore`: the client has said something behind the command already. */
  #say(reply: Reply, hasMore: boolean): void {
    // Bytes of a mail that nobody has asked for yet (RFC 2920 §3.1): somebody wants them to be taken for something else elsewhere.
    const said = reply.next === 'data' && hasMore ? replies.mailTooEarly : reply
    this.#replies.add(said)
    switch (said.next) {
      case 'data':
        this.#transfer = new MailTransfer(this.#server, this.#session.transaction(), () => this.end(replies.makesWay))
        return this.#enter('data')
      case 'tls':
        return this.#beginTls()
      case 'close':
        return this.#leave(said)
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
    // A handshake that fails is the client's affair; it may come again without TLS.
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

  /** A mail that is not whole yet is not taken; one whose commit is under way is another matter. */
  #loseMail(reply: Reply | null): void {
    if (this.#phase === 'data') this.#transfer?.lose(reply)
    this.#transfer = null
  }

  // Reads on for a while, since a reset could take the reply from the client; but not the rest of a mail that may come again.
  #leave(last: Reply | null): void {
    if (hasLeft.has(this.#phase)) return
    const isUnread = this.#phase === 'data' && last !== null && last.code < 500
    this.#loseMail(last)
    if (last) this.#session.noteEnd(last)
    this.#replies.flush()
    this.#enter(isUnread ? 'unread' : 'leaving')
    this.#held = null
    this.#lines.clear()
    this.#socket.end()
    if (isUnread) this.#socket.pause()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  /** A fault that nobody foresaw costs its own connection, not all others with the process; the sender keeps its mail. */
  #fail(error: unknown): void {
    this.#server.log.error({ ...this.#session.facts(), error }, 'smtp connection broken')
    this.destroy()
  }

  #close(): void {
    if (this.#phase === 'gone') return
    this.#loseMail(null)
    this.#enter('gone')
    this.#held = null
    this.#server.left(this, this.#session.clientIp)
  }

  #enter(phase: Phase): void {
    this.#phase = phase
    this.#phaseAt = this.#server.now()
  }
}
