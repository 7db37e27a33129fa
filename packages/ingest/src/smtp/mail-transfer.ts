import type { MailMemory } from './guards/memory-budget.ts'
import { MailBuffer } from './mail-buffer.ts'
import type { Reply } from './replies.ts'
import type { MailTransaction, ServerContext } from './server-context.ts'
import { DataDecoder } from './wire/data-decoder.ts'

/** Why a mail will be refused although all of it may be sent. */
type TransferError = 'too large' | 'line too long'
/** After a chunk: more to come, whole (`end` is the offset behind the final dot), or to be broken off. */
type TransferState = 'more' | 'whole' | 'far too large' | 'no memory'

/** Receives the bytes of one mail, from 354 to the final dot. Keeps nothing of a mail that will be refused. */
export class MailTransfer {
  readonly mail: MailTransaction
  readonly #server: ServerContext
  readonly #decoder: DataDecoder
  readonly #bytes: MailBuffer
  readonly #memory: MailMemory
  /** Bytes of the mail so far, after dot-unstuffing. */
  size = 0
  error: TransferError | null = null
  /** In the chunk that brought the final dot. */
  end = 0

  /** `evict` must end the connection: its memory is needed for a mail that comes faster. */
  constructor(server: ServerContext, mail: MailTransaction, evict: () => void) {
    this.#server = server
    this.#decoder = new DataDecoder(server.settings.limits.mailLineBytes)
    this.#bytes = new MailBuffer(server.settings.limits.maxBytes, server.countGarbage)
    this.#memory = server.memory.open(mail.envelope.clientIp, evict)
    this.mail = mail
  }

  receive(chunk: Buffer): TransferState {
    const { maxBytes, overrunBytes } = this.#server.settings.limits
    const { pieces, end } = this.#decoder.decode(chunk)
    const before = this.size
    this.#server.overload.count(this.mail.envelope.clientIp, chunk.length)
    for (const piece of pieces) this.size += piece.length
    if (this.size > maxBytes) this.#refuse('too large')
    if (this.#decoder.lineTooLong) this.#refuse('line too long')
    if (!this.error) {
      if (this.size > before && !this.#memory.take(this.size - before)) return 'no memory'
      for (const piece of pieces) this.#bytes.add(piece)
    }
    if (this.size > maxBytes + overrunBytes) return 'far too large'
    this.end = end ?? chunk.length
    return end === null ? 'more' : 'whole'
  }

  /** Passes the whole mail on, and releases its part of the memory budget once its reply is known. Never rejects. */
  async commit(): Promise<Reply> {
    this.#memory.keep()
    try {
      const reply = await this.#server.handlers.receiveMail(this.mail, this.#bytes.whole())
      // After any other reply, work on the mail may still be running: then its memory is left to the collector.
      if (reply.code === 250) this.#bytes.free()
      return reply
    } finally {
      this.#memory.release()
    }
  }

  /** Ends the transfer: refused with this reply, or cut off by its sender (null). Its bytes still count against its client. */
  abort(reply: Reply | null): void {
    this.#server.copyBytes.take(this.mail.envelope.clientIp, this.size)
    this.#free()
    this.#server.handlers.mailLost(this.mail, this.size, reply)
  }

  #refuse(error: TransferError): void {
    this.error ??= error
    this.#free()
  }

  #free(): void {
    this.#bytes.free()
    this.#memory.release()
  }
}
