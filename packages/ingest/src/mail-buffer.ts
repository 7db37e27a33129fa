import { inlineRawMaxBytes } from '@inlet/mail'
import { noteGarbage } from './garbage.ts'

/** From this size on a mail is copied once by us and given away, where copying it into a message and out again would be twice. */
const givenAwayFromBytes = 64 * 1024
const growthBytes = 1024 * 1024
/** A mail of more bytes is large: in memory, parsing and authentication it has bounds of its own, so that it does not hold up small ones. */
export const smallMailMaxBytes = 256 * 1024

/**
 * The bytes of one mail while they come in, `maxBytes` at most. The pieces of a small one are kept as they came,
 * and joined at its end. A large one is gathered where it will stay, so that it never lies in
 * memory twice. Not in memory that threads share: V8 does not count that, so gigabytes of it can wait for a collection that nothing
 * asks for.
 */
export class MailBuffer {
  readonly #maxBytes: number
  readonly #tellGarbage: (bytes: number) => void
  #pieces: Buffer[] = []
  #large: ArrayBuffer | null = null
  size = 0

  constructor(maxBytes: number, tellGarbage = noteGarbage) {
    this.#maxBytes = maxBytes
    this.#tellGarbage = tellGarbage
  }

  /** @throws RangeError past `maxBytes` */
  add(piece: Buffer): void {
    if (this.#large) return this.#append(this.#large, piece)
    this.#pieces.push(piece)
    this.size += piece.length
    if (this.size > inlineRawMaxBytes) this.#beginLarge()
  }

  /** The whole mail, in memory of its own; nothing may be added then. */
  whole(): Buffer {
    if (this.#large) return Buffer.from(this.#large, 0, this.size)
    const whole = Buffer.allocUnsafeSlow(this.size)
    let offset = 0
    for (const piece of this.#pieces) offset += piece.copy(whole, offset)
    return whole
  }

  /** Gives the memory of a large mail back at once: until a collection comes by, a crowd of them would double. Nobody may need it any more. */
  free(): void {
    this.#pieces = []
    this.#large?.resize(0)
    this.#large = null
    this.size = 0
  }

  #beginLarge(): void {
    const pieces = this.#pieces
    this.#pieces = []
    this.size = 0
    const large = new ArrayBuffer(0, { maxByteLength: this.#maxBytes })
    for (const piece of pieces) this.#append(large, piece)
    this.#large = large
  }

  #append(large: ArrayBuffer, piece: Buffer): void {
    const end = this.size + piece.length
    if (end > large.byteLength) large.resize(Math.max(end, Math.min(end + growthBytes, this.#maxBytes)))
    new Uint8Array(large).set(piece, this.size)
    this.size = end
    this.#tellGarbage(piece.length)
  }
}

/** A mail on its way to a thread, which may die with what it was given: the bytes stay here, and what goes is a copy. */
export function forThread(raw: Uint8Array): { raw: Uint8Array; transfer: ArrayBuffer[] } {
  if (raw.length < givenAwayFromBytes) return { raw, transfer: [] }
  const copy = new Uint8Array(raw)
  return { raw: copy, transfer: [copy.buffer] }
}
