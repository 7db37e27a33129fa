/** From this size on a mail lies in memory that all threads see; a smaller one is copied faster than it is shared. */
const sharedFromBytes = 64 * 1024

/**
 * Joins the pieces of a mail, `size` bytes in all, in memory of its own. A large mail lies in a `SharedArrayBuffer`: a thread that
 * parses it gets no copy, and one that dies takes nothing with it. Nobody may write to the result.
 */
export function joinMail(pieces: readonly Uint8Array[], size: number): Buffer {
  const whole = size < sharedFromBytes ? Buffer.allocUnsafeSlow(size) : Buffer.from(new SharedArrayBuffer(size))
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}
