import { hexValues } from '../text/hex-values.ts'
import { UuDecoder } from './uu-decoder.ts'

/** The Content-Transfer-Encoding of a part (RFC 2045 §6), or `x-uuencode`; all other values count as `identity`. */
export type TransferEncoding = 'base64' | 'quoted-printable' | 'uuencode' | 'identity'

const maxPaddings = 1000
/** More white space is no padding that transport added: no line of a mail is longer (RFC 5322 §2.1.1). */
const maxBlanks = 998
/** Some programs write more than one CR in front of LF. */
const maxReturns = 3
/** Few enough that a part which is only counted takes no memory. */
const countedBytes = 64 * 1024
const equals = 0x3d
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const tab = 0x09

const isBase64Digit = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
)

/**
 * Decodes a transfer encoding; may stop once the result has `wantedBytes`. Invalid input is skipped in base64 and kept as it is in
 * quoted-printable. Linear; never throws.
 */
export function decodeTransfer(bytes: Buffer, encoding: TransferEncoding, wantedBytes: number): Buffer {
  if (encoding === 'base64') return new Base64Decoder().decode(bytes, { isLast: true, wantedBytes })
  if (encoding === 'uuencode') return new UuDecoder().decode(bytes, true)
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(bytes, bytes.length) : bytes
}

/** The number of bytes in the whole decoded part; nothing of it is kept. */
export function decodedLength(bytes: Buffer, encoding: TransferEncoding): number {
  if (encoding === 'identity') return bytes.length
  if (encoding === 'base64') return base64Length(bytes)
  const decode = pieceDecoder(encoding)
  let length = 0
  for (let at = 0; at < bytes.length; at += countedBytes) {
    const end = at + countedBytes
    length += decode(bytes.subarray(at, end), end >= bytes.length).length
  }
  return length
}

/** Decodes the next piece of a part, as far as it does not depend on what follows; what does is returned with a later piece. */
type DecodePiece = (piece: Buffer, isLast: boolean) => Buffer

/** Decodes a part piece by piece, to the same bytes as `decodeTransfer`. Between two pieces it keeps a kilobyte at most. */
export function pieceDecoder(encoding: TransferEncoding): DecodePiece {
  if (encoding === 'identity') return (piece) => piece
  if (encoding === 'base64') {
    const decoder = new Base64Decoder()
    return (piece, isLast) => decoder.decode(piece, { isLast, wantedBytes: Number.POSITIVE_INFINITY })
  }
  if (encoding === 'uuencode') {
    const decoder = new UuDecoder()
    return (piece, isLast) => decoder.decode(piece, isLast)
  }
  let kept = Buffer.alloc(0)
  return (piece, isLast) => {
    const bytes = kept.length > 0 ? Buffer.concat([kept, piece]) : piece
    const end = isLast ? bytes.length : decidedEnd(bytes)
    kept = Buffer.from(bytes.subarray(end))
    return decodeQuotedPrintable(bytes, end)
  }
}

/** Decodes the data after padding as well: list servers append their footers there. */
class Base64Decoder {
  /** The digits, at most three, of a group of four that is not complete. */
  #kept = ''
  #paddings = 0

  decode(bytes: Buffer, { isLast, wantedBytes }: { isLast: boolean; wantedBytes: number }): Buffer {
    const pieces: Buffer[] = []
    let length = 0
    const hasMore = (at: number) => at < bytes.length || (isLast && this.#kept !== '')
    for (let at = 0; hasMore(at) && length < wantedBytes && this.#paddings < maxPaddings; ) {
      const padding = bytes.indexOf(equals, at)
      const end = padding === -1 ? bytes.length : padding
      const digits = padding === -1 && !isLast ? this.#wholeGroups(bytes, at) : this.#rest(bytes, at, end)
      const piece = Buffer.from(digits, 'base64')
      pieces.push(piece)
      length += piece.length
      at = end + 1
      if (padding !== -1) this.#paddings += 1
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, length)
  }

  #rest(bytes: Buffer, at: number, end: number): string {
    const rest = this.#kept + bytes.toString('latin1', at, end)
    this.#kept = ''
    return rest
  }

  /** What can be decoded without the next piece; the digits after it are kept. */
  #wholeGroups(bytes: Buffer, at: number): string {
    let count = this.#kept.length
    for (let index = at; index < bytes.length; index += 1) count += isBase64Digit[bytes[index] ?? 0] ?? 0
    let end = bytes.length
    let surplus = ''
    while (surplus.length < count % 4 && end > at) {
      end -= 1
      if (isBase64Digit[bytes[end] ?? 0] === 1) surplus = `${String.fromCharCode(bytes[end] ?? 0)}${surplus}`
    }
    const groups = count < 4 ? '' : this.#rest(bytes, at, end)
    this.#kept += surplus
    return groups
  }
}

function base64Length(bytes: Buffer): number {
  let length = 0
  let digits = 0
  let paddings = 0
  for (let at = 0; at < bytes.length && paddings < maxPaddings; at++) {
    const byte = bytes[at] ?? 0
    digits += isBase64Digit[byte] ?? 0
    if (byte !== equals) continue
    // Data after padding is decoded separately.
    length += Math.floor((digits * 3) / 4)
    digits = 0
    paddings += 1
  }
  return length + Math.floor((digits * 3) / 4)
}

/** Decodes the first `end` bytes; what comes after them is only looked at. */
function decodeQuotedPrintable(bytes: Buffer, end: number): Buffer {
  const decoded = Buffer.allocUnsafe(end)
  let length = 0
  /** The length without white space at the end of the line, which was added in transport (RFC 2045 §6.7, rule 3). */
  let trimmedLength = 0
  for (let at = 0; at < end; at++) {
    let byte = bytes[at] ?? 0
    const from = at
    while (byte > space && byte !== equals) {
      decoded[length++] = byte
      at++
      if (at === end) return decoded.subarray(0, length)
      byte = bytes[at] ?? 0
    }
    if (at > from) trimmedLength = length
    if (byte === equals) {
      const high = hexValues[bytes[at + 1] ?? 0] ?? -1
      const low = hexValues[bytes[at + 2] ?? 0] ?? -1
      if (high >= 0 && low >= 0) {
        decoded[length++] = high * 16 + low
        trimmedLength = length
        at += 2
        continue
      }
      const lineEnd = softBreakEnd(bytes, at + 1)
      if (lineEnd !== -1) {
        at = lineEnd
        trimmedLength = length
        continue
      }
    }
    const endsLine = byte === lineFeed || (byte === carriageReturn && bytes[at + 1] === lineFeed)
    if (endsLine) length = Math.max(trimmedLength, length - maxBlanks)
    decoded[length++] = byte
    if (byte !== space && byte !== tab) trimmedLength = length
  }
  return decoded.subarray(0, length)
}

/** The offset at which the soft line break ends whose `=` is just before `from`; -1 if there is no soft line break. */
function softBreakEnd(bytes: Buffer, from: number): number {
  let at = from
  while (at - from < maxBlanks && isBlank(bytes[at])) at++
  const blanksEnd = at
  while (at - blanksEnd < maxReturns && bytes[at] === carriageReturn) at++
  if (at >= bytes.length || bytes[at] === lineFeed) return at
  return at > blanksEnd ? blanksEnd : -1
}

/** Where the end of a piece begins that means something else with other bytes after it: `=`, `=4`, or white space in front of a line break. */
function decidedEnd(bytes: Buffer): number {
  const last = bytes.length - 1
  if (bytes[last - 1] === equals && (hexValues[bytes[last] ?? 0] ?? -1) >= 0) return last - 1
  let end = bytes.length
  while (bytes.length - end < maxReturns && bytes[end - 1] === carriageReturn) end -= 1
  const blanksEnd = end
  while (blanksEnd - end < maxBlanks && isBlank(bytes[end - 1])) end -= 1
  return bytes[end - 1] === equals ? end - 1 : end
}

const isBlank = (byte: number | undefined): boolean => byte === space || byte === tab
