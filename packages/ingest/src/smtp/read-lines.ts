import { type Reply, replies } from './replies.ts'

const lineFeed = 10
const carriageReturn = 13
const controlCharacter = /[\x00-\x08\x0a-\x1f\x7f]/

/**
 * Splits what a client sends into command lines, chunk by chunk. Only CRLF ends a line: a server that accepts a bare LF can be made
 * to run commands that another server took for part of a mail (SMTP smuggling).
 */
export class LineReader {
  readonly #maxBytes: number
  /** The beginning of a line whose end has not come yet; mostly there is none. */
  #partial: Buffer | null = null
  #partialBytes = 0
  /** The offset, in its chunk, of the line after the one just read. */
  next = 0

  /** `maxBytes` counts the CRLF. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** @returns the line that begins at `from` or in an earlier chunk, without its CRLF; the reply where it is invalid; null where its end has not come */
  read(chunk: Buffer, from: number): string | Reply | null {
    const end = chunk.indexOf(lineFeed, from)
    const stop = end < 0 ? chunk.length : end + 1
    this.next = stop
    if (this.#partialBytes + stop - from > this.#maxBytes) return replies.lineTooLong
    if (end < 0) {
      this.#keep(chunk, from, stop)
      return null
    }
    if (!this.#partial) return this.#line(chunk, from, stop)

    this.#keep(chunk, from, stop)
    const line = this.#line(this.#partial, 0, this.#partialBytes)
    this.#partial = null
    this.#partialBytes = 0
    return line
  }

  /** Discards the beginning of a line. */
  clear(): void {
    this.#partial = null
    this.#partialBytes = 0
  }

  #keep(chunk: Buffer, from: number, to: number): void {
    this.#partial ??= Buffer.allocUnsafe(this.#maxBytes)
    this.#partialBytes += chunk.copy(this.#partial, this.#partialBytes, from, to)
  }

  #line(bytes: Buffer, from: number, stop: number): string | Reply {
    if (stop - from < 2 || bytes[stop - 2] !== carriageReturn) return replies.bareLineFeed
    const line = bytes.toString('utf8', from, stop - 2)
    return controlCharacter.test(line) ? replies.badSyntax : line
  }
}
