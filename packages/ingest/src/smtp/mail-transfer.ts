import { MailBuffer } from '../mail-buffer.ts'
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
  #reserved = 0
  /** Bytes of the mail so far, after dot-unstuffing. */
  size = 0
  fault: TransferFault | null = null
  /** Of the chunk that brought the final dot. */
  end = 0

  constructor(server: ServerContext, mail: MailTransaction) {
    this.#server = server
    this.#decoder = new DataDecoder(server.settings.limits.mailLineBytes)
    this.#bytes = new MailBuffer(server.settings.limits.maxBytes)
    this.mail = mail
  }

  take(chunk: Buffer): TransferState {
    const { maxBytes, overrunBytes } = this.#server.settings.limits
    const { pieces, end } = this.#decoder.decode(chunk)
    const before = this.size
    for (const piece of pieces) this.size += piece.length
    if (this.size > maxBytes) this.#refuse('too large')
    if (this.#decoder.lineTooLong) this.#refuse('line too long')
    if (!this.fault) {
      if (!this.#reserve(this.size - before)) return 'no memory'
      for (const piece of pieces) this.#bytes.add(piece)
    }
    if (this.size > maxBytes + overrunBytes) return 'far too large'
    this.end = end ?? chunk.length
    return end === null ? 'more' : 'whole'
  }

  /** Hands a whole mail on, in memory of its own, and gives the budget back when its reply is known. Never rejects. */
  async commit(): Promise<Reply> {
    try {
      const reply = await this.#server.handlers.takeMail(this.mail, this.#bytes.whole())
      // Only then is nobody at work on it any more: an answer that was not waited for leaves its memory to the collector.
      if (reply.code === 250) this.#bytes.free()
      return reply
    } finally {
      this.#release()
    }
  }

  /** The mail is not taken: refused with this reply, or cut off by its sender (null). */
  lose(reply: Reply | null): void {
    this.#free()
    this.#server.handlers.lostMail(this.mail, this.size, reply)
  }

  #refuse(fault: TransferFault): void {
    this.fault ??= fault
    this.#free()
  }

  #reserve(bytes: number): boolean {
    if (bytes === 0) return true
    if (!this.#server.memory.reserve(this.mail.envelope.clientIp, bytes)) return false
    this.#reserved += bytes
    return true
  }

  #free(): void {
    this.#bytes.free()
    this.#release()
  }

  #release(): void {
    if (this.#reserved > 0) this.#server.memory.release(this.mail.envelope.clientIp, this.#reserved)
    this.#reserved = 0
  }
}
