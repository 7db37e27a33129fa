const lineFeed = 10
const carriageReturn = 13
const name = 'received:'
/** A head goes no further than this for us. */
const headMaxBytes = 256 * 1024

/** Counts the `Received` header fields of a raw mail (RFC 5321 §6.3), in one pass over its head. */
export function countReceived(raw: Buffer): number {
  const stop = Math.min(raw.length, headMaxBytes)
  let count = 0
  let from = 0
  while (from < stop) {
    const first = raw[from]
    if (first === lineFeed || first === carriageReturn) return count
    // `R` or `r`: few lines need a closer look.
    if (first !== undefined && (first | 0x20) === 0x72 && isReceived(raw, from)) count += 1
    const end = raw.indexOf(lineFeed, from)
    if (end < 0) return count
    from = end + 1
  }
  return count
}

const isReceived = (raw: Buffer, from: number) =>
  raw.toString('latin1', from, from + name.length).toLowerCase() === name
