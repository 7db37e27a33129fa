/** Longer lines are none of uuencode: its count of bytes per line is at most 63. */
const maxLineBytes = 128
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Decodes uuencode (POSIX), piece by piece: the lines from `begin` to `end`. Keeps one line between two pieces. */
export class UuDecoder {
  readonly #line = Buffer.alloc(maxLineBytes)
  #lineLength = 0
  #state: 'before' | 'inside' | 'after' = 'before'

  decode(piece: Buffer, isLast: boolean): Buffer {
    // Four characters become three bytes; a line that is cut short counts as filled with blanks.
    const decoded = Buffer.alloc(this.#lineLength + piece.length + 2)
    let length = 0
    for (const byte of piece) {
      if (byte === lineFeed || byte === carriageReturn) length += this.#endLine(decoded.subarray(length))
      else this.#add(byte)
    }
    if (isLast) length += this.#endLine(decoded.subarray(length))
    return decoded.subarray(0, length)
  }

  #add(byte: number): void {
    if (this.#lineLength < maxLineBytes) this.#line[this.#lineLength] = byte
    this.#lineLength = Math.min(this.#lineLength + 1, maxLineBytes)
  }

  /** @returns how many bytes of the line were written to `to` */
  #endLine(to: Buffer): number {
    const line = this.#line.subarray(0, this.#lineLength)
    this.#lineLength = 0
    if (this.#state === 'inside') return this.#decodeLine(line, to)
    if (this.#state === 'before' && /^begin /.test(line.toString('latin1'))) this.#state = 'inside'
    return 0
  }

  #decodeLine(line: Buffer, to: Buffer): number {
    if (line.length === 0) return 0
    if (line.toString('latin1').trimEnd() === 'end') {
      this.#state = 'after'
      return 0
    }
    const count = Math.min(sixBits(line[0]), Math.floor(((line.length + 2) * 3) / 4))
    let length = 0
    for (let at = 1; length < count; at += 4) {
      const bits =
        (sixBits(line[at]) << 18) | (sixBits(line[at + 1]) << 12) | (sixBits(line[at + 2]) << 6) | sixBits(line[at + 3])
      for (const shift of [16, 8, 0]) if (length < count) to[length++] = (bits >> shift) & 0xff
    }
    return length
  }
}

/** A character stands for six bits; blank and backtick for zero. */
const sixBits = (byte = 0x20): number => (byte - 0x20) & 0x3f
