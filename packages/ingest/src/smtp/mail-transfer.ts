import { MailBuffer } from '../mail-buffer.ts'
import type { MailMemory } from './guards/memory-budget.ts'
import type { Reply } from './replies.ts'
import type { MailTransaction, ServerContext } from './server-context.ts'
import { DataDecoder } from './wire/data-decoder.ts'

/** Why a mail is not taken though all of it may come. */
type TransferFault = 'too large' | 'line too long'
/** Where a chunk left the transfer: going on, at its end (`end` is the offset behind the final dot), or to be broken off. */
type TransferState = 'more' | 'whole' | 'far too large' | 'no memory'

/** The bytes of one mail on their way in: from behind 354 to the final dot. Keeps nothing of a mail that will be refused. */
export class MailTransfer {
  readonly mail: MailTransaction
  readonly #server: ServerContext
  readonly #decoder: DataDecoder
  readonly #bytes: MailBuffer
  readonly #memory: MailMemory
  /** Bytes of the mail so far, after dot-unstuffing. */
  size = 0
  fault: TransferFault | null = null
  /** Of the chunk that brought the final dot. */
  end = 0

  /** `makeWay` must end the connection: its memory is needed for a mail that comes faster. */
  constructor(server: ServerContext, mail: MailTransaction, makeWay: () => void) {
    this.#server = server
    this.#decoder = new DataDecoder(server.settings.limits.mailLineBytes)
    this.#bytes = new MailBuffer(server.settings.limits.maxBytes)
    this.#memory = server.memory.open(mail.envelope.clientIp, makeWay)
    this.mail = mail
  }

  take(chunk: Buffer): TransferState {
    const { maxBytes, overrunBytes } = this.#server.settings.limits
    const { pieces, end } = this.#decoder.decode(chunk)
    const before = this.size
    this.#server.overload.note(this.mail.envelope.clientIp, chunk.length)
    for (const piece of pieces) this.size += piece.length
    if (this.size > maxBytes) this.#refuse('too large')
    if (this.#decoder.lineTooLong) this.#refuse('line too long')
    if (!this.fault) {
      if (this.size > before && !this.#memory.take(this.size - before)) return 'no memory'
      for (const piece of pieces) this.#bytes.add(piece)
    }
    if (this.size > maxBytes + overrunBytes) return 'far too large'
    this.end = end ?? chunk.length
    return end === null ? 'more' : 'whole'
  }

  /** Hands a whole mail on, in memory of its own, and gives the budget back when its reply is known. Never rejects. */
  async commit(): Promise<Reply> {
    this.#memory.settle()
    try {
      const reply = await this.#server.handlers.takeMail(this.mail, this.#bytes.whole())
      // Only then is nobody at work on it any more: an answer that was not waited for leaves its memory to the collector.
      if (reply.code === 250) this.#bytes.free()
      return reply
    } finally {
      this.#memory.release()
    }
  }

  /** The mail is not taken: refused with this reply, or cut off by its sender (null). Its bytes count for its client as if it were. */
  lose(reply: Reply | null): void {
    this.#server.copyBytes.take(this.mail.envelope.clientIp, this.size)
    this.#free()
    this.#server.handlers.lostMail(this.mail, this.size, reply)
  }

  #refuse(fault: TransferFault): void {
    this.fault ??= fault
    this.#free()
  }

  #free(): void {
    this.#bytes.free()
    this.#memory.release()
  }
}
