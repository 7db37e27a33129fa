/** Below this a piece is copied: a view costs some 200 bytes beside its own, and keeps alive the whole chunk that it is cut from. */
const viewBytesMin = 4_096
const firstBlockBytes = 1_024
const blockBytesMax = 65_536

/**
 * Puts the bytes of a stream into few pieces, in order, however small the chunks come: large ones as they are, small ones copied
 * together. So what is kept of a stream takes about twice its bytes at most.
 */
export class PieceGatherer {
  #finished: Buffer[] = []
  #block: Buffer = Buffer.alloc(0)
  #blockBytesNext = firstBlockBytes
  /** Up to where the block belongs to finished pieces, and up to where it is written. */
  #finishedTo = 0
  #written = 0

  add(bytes: Buffer): void {
    if (bytes.length < viewBytesMin) {
      this.wrote(bytes.copy(this.reserve(bytes.length)))
      return
    }
    this.#finishBlock()
    this.#finished.push(bytes)
  }

  /** Where at least `length` bytes may be written; `wrote` then says how many were. */
  reserve(length: number): Buffer {
    if (this.#block.length - this.#written < length) {
      this.#finishBlock()
      this.#block = Buffer.allocUnsafeSlow(Math.max(length, this.#blockBytesNext))
      this.#blockBytesNext = Math.min(this.#blockBytesNext * 2, blockBytesMax)
      this.#finishedTo = 0
      this.#written = 0
    }
    return this.#block.subarray(this.#written)
  }

  wrote(length: number): void {
    this.#written += length
  }

  /** Gives the pieces that are large enough; with `atEnd` also what is still being gathered, below 4 KiB. */
  take(atEnd: boolean): Buffer[] {
    if (atEnd || this.#written - this.#finishedTo >= viewBytesMin) this.#finishBlock()
    const pieces = this.#finished
    this.#finished = []
    return pieces
  }

  #finishBlock(): void {
    if (this.#written === this.#finishedTo) return
    this.#finished.push(this.#block.subarray(this.#finishedTo, this.#written))
    this.#finishedTo = this.#written
  }
}
