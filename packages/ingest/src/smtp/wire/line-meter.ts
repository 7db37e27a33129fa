const lf = 0x0a

/** Watches a stream for a line, LF included, longer than `lineBytesMax`, without keeping any of it. */
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

  /** Looks at the first `length` bytes of the next chunk. Mostly one look for the last LF; it reads no line to its end. */
  measure(chunk: Buffer, length: number): void {
    let lineStart = -this.#lineBytes
    while (length - lineStart > this.#lineBytesMax) {
      // The last byte at which this line may end. A negative one is past, and to Buffer it would count from the chunk's end.
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
