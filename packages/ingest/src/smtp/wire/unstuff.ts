const cr = 0x0d
const lf = 0x0a
const lineStartDot = 0x0d0a2e
const lineStartDotCr = 0x0d0a2e0d

/**
 * `written`: bytes of mail in the target; `read`: bytes read of the source. `stoppedAt`: the end of the mail, or what the source ends
 * with: a dot at the start of a line, such a dot and a CR (neither is written), or text.
 */
type Unstuffed = { written: number; read: number; stoppedAt: 'end' | 'dot' | 'dot cr' | 'text' }
/** The offsets so far, and the last four bytes that were read. */
type Cursor = { read: number; written: number; lastFour: number }

/**
 * Copies a mail's bytes without the stuffed dots, at nearly the same cost for every byte, whatever they are. `start`: the offset to begin
 * at, and the four bytes before it. `target` has room for all bytes and one more.
 */
export function unstuff(source: Uint8Array, target: Uint8Array, start: { read: number; lastFour: number }): Unstuffed {
  const cursor = { ...start, written: 0 }
  do {
    if (cursor.lastFour === lineStartDotCr) {
      const next = source[cursor.read]
      if (next === undefined) return { ...cursor, stoppedAt: 'dot cr' }
      if (next === lf) return { ...cursor, read: cursor.read + 1, stoppedAt: 'end' }
      target[cursor.written++] = cr
    }
    copy(source, target, cursor)
  } while (cursor.lastFour === lineStartDotCr)
  return { ...cursor, stoppedAt: (cursor.lastFour & 0xffffff) === lineStartDot ? 'dot' : 'text' }
}

/** Copies to the end of the source, or to right behind CRLF.CR, whose last byte is not written yet. */
function copy(source: Uint8Array, target: Uint8Array, cursor: Cursor): void {
  // Each further branch in this loop was measured to cost a third more.
  const length = source.length
  let { read, written, lastFour } = cursor
  while (read < length) {
    const byte = source[read++] ?? 0
    lastFour = (lastFour << 8) | byte
    if (lastFour === lineStartDotCr) break
    target[written] = byte
    if ((lastFour & 0xffffff) !== lineStartDot) written++
  }
  cursor.read = read
  cursor.written = written
  cursor.lastFour = lastFour
}
