const lf = 0x0a

/** Finds out whether a line of a stream, with its LF, is longer than `lineBytesMax`; keeps no bytes. */
export class LineMeter {
  readonly #lineBytesMax: number
  #lineBytes = 0
  #tooLong = false

  constructor(lineBytesMax: number) {
    this.#lineBytesMax = lineBytesMax
  }

  get tooLong(): boolean {
    return this.#tooLong
  }

  /** Measures the first `length` bytes of the next chunk. Mostly that is one search for the last LF. */
  measure(chunk: Buffer, length: number): void {
    let lineStart = -this.#lineBytes
    while (length - lineStart > this.#lineBytesMax) {
      // The last offset at which this line may end. A negative one is in an earlier chunk; Buffer would count it from the end of this one.
      const lastAllowed = lineStart + this.#lineBytesMax - 1
      const end = lastAllowed < 0 ? -1 : chunk.lastIndexOf(lf, lastAllowed)
      if (end < Math.max(lineStart, 0)) {
        this.#tooLong = true
        return
      }
      lineStart = end + 1
    }
    const last = length === 0 ? -1 : chunk.lastIndexOf(lf, length - 1)
    this.#lineBytes = length - (last < 0 ? lineStart : last + 1)
  }
}
