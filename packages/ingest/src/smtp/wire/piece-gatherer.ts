/** A smaller piece is copied: a view costs some 200 bytes beside its own, and keeps the whole chunk it is cut from in memory. */
const viewBytesMin = 4_096
const firstBlockBytes = 1_024
const blockBytesMax = 65_536

/**
 * Puts the bytes of a stream into few pieces, in order, however small its chunks are: large ones as they are, small ones copied
 * together. So the pieces of a stream take at most about twice its bytes.
 */
export class PieceGatherer {
  #finished: Buffer[] = []
  #block: Buffer = Buffer.alloc(0)
  #blockBytesNext = firstBlockBytes
  /** The end of the finished pieces in the block, and the end of what is written. */
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

  /** Memory for at least `length` bytes; `wrote` must then be called with how many were written. */
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

  /** Returns the finished pieces; with `atEnd` also the last one, below 4 KiB. */
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
