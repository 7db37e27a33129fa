import { type Reply, replies } from './replies.ts'

const lineFeed = 10
const carriageReturn = 13
const controlCharacter = /[\x00-\x08\x0a-\x1f\x7f]/

/**
 * Finds the command lines in what a client sends, a chunk at a time. Only CRLF ends a line: who accepts a bare LF there
 * hears commands that another server took for part of a mail.
 */
export class LineReader {
  readonly #maxBytes: number
  /** The beginning of a line whose end has not come yet; there is none most of the time. */
  #begun: Buffer | null = null
  #begunBytes = 0
  /** Where the line after the one just read begins in its chunk. */
  next = 0

  /** `maxBytes` counts the CRLF. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The line that begins at `from` (or in an earlier chunk), without its CRLF; the reply to what is none; null where the rest is still to come. */
  read(chunk: Buffer, from: number): string | Reply | null {
    const end = chunk.indexOf(lineFeed, from)
    const stop = end < 0 ? chunk.length : end + 1
    this.next = stop
    if (this.#begunBytes + stop - from > this.#maxBytes) return replies.lineTooLong
    if (end < 0) {
      this.#keep(chunk, from, stop)
      return null
    }
    if (!this.#begun) return this.#line(chunk, from, stop)

    this.#keep(chunk, from, stop)
    const line = this.#line(this.#begun, 0, this.#begunBytes)
    this.#begun = null
    this.#begunBytes = 0
    return line
  }

  /** Forgets the beginning of a line. */
  clear(): void {
    this.#begun = null
    this.#begunBytes = 0
  }

  #keep(chunk: Buffer, from: number, to: number): void {
    this.#begun ??= Buffer.allocUnsafe(this.#maxBytes)
    this.#begunBytes += chunk.copy(this.#begun, this.#begunBytes, from, to)
  }

  #line(bytes: Buffer, from: number, stop: number): string | Reply {
    if (stop - from < 2 || bytes[stop - 2] !== carriageReturn) return replies.bareLineFeed
    const line = bytes.toString('utf8', from, stop - 2)
    return controlCharacter.test(line) ? replies.badSyntax : line
  }
}
