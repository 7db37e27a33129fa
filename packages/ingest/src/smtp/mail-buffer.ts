import { inlineRawMaxBytes } from '@inlet/mail'

/** From this size on a mail is copied once by us and transferred to the thread; a message would copy it twice. */
const transferFromBytes = 64 * 1024
const growthBytes = 1024 * 1024
/** A mail of more bytes is large: it has limits of its own in memory, parsing and authentication, so that it does not delay small ones. */
export const smallMailMaxBytes = 256 * 1024

/**
 * The bytes of one mail while they come in, `maxBytes` at most. The pieces of a small mail are kept as they come and joined at its end.
 * A large one is gathered in its final place, so that it is never in memory twice. This is no memory that threads share: V8 does not
 * count that, so gigabytes of it could wait for a collection that nothing triggers.
 */
export class MailBuffer {
  readonly #maxBytes: number
  readonly #countGarbage: (bytes: number) => void
  #pieces: Buffer[] = []
  #large: ArrayBuffer | null = null
  size = 0

  /** `countGarbage` gets the size of each piece that was copied and is not needed any more. */
  constructor(maxBytes: number, countGarbage: (bytes: number) => void) {
    this.#maxBytes = maxBytes
    this.#countGarbage = countGarbage
  }

  /** @throws RangeError past `maxBytes` */
  add(piece: Buffer): void {
    if (this.#large) return this.#append(this.#large, piece)
    this.#pieces.push(piece)
    this.size += piece.length
    if (this.size > inlineRawMaxBytes) this.#beginLarge()
  }

  /** The whole mail, in memory of its own; nothing may be added afterwards. */
  whole(): Buffer {
    if (this.#large) return Buffer.from(this.#large, 0, this.size)
    const whole = Buffer.allocUnsafeSlow(this.size)
    let offset = 0
    for (const piece of this.#pieces) offset += piece.copy(whole, offset)
    return whole
  }

  /** Frees the memory of a large mail at once, without waiting for a collection. Nothing may use the mail any more. */
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
    this.#countGarbage(piece.length)
  }
}

/** A mail to be sent to a thread, which may end together with what it was given: a copy is sent and the bytes stay here. */
export function forThread(raw: Uint8Array): { raw: Uint8Array; transfer: ArrayBuffer[] } {
  if (raw.length < transferFromBytes) return { raw, transfer: [] }
  const copy = new Uint8Array(raw)
  return { raw: copy, transfer: [copy.buffer] }
}
