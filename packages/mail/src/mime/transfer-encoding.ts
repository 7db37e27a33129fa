/** The Content-Transfer-Encoding of a part (RFC 2045 §6); all other values count as `identity`. */
export type TransferEncoding = 'base64' | 'quoted-printable' | 'identity'

const maxPaddings = 1000
const equals = 0x3d
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const tab = 0x09

const isBase64Digit = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
)
const hexValues = Int8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(value) ? -1 : value
})

/**
 * Decodes a transfer encoding; may stop once the result has `wantedBytes`. Invalid input is skipped in base64 and kept as it is in
 * quoted-printable. Linear; never throws.
 */
export function decodeTransfer(bytes: Buffer, encoding: TransferEncoding, wantedBytes: number): Buffer {
  if (encoding === 'base64') return decodeBase64(bytes, wantedBytes)
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(bytes) : bytes
}

/** The number of bytes in the whole decoded part; base64 is counted without decoding. */
export function decodedLength(bytes: Buffer, encoding: TransferEncoding): number {
  if (encoding !== 'base64') return decodeTransfer(bytes, encoding, bytes.length).length
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

/** Decodes the data after padding as well: list servers append their footers there. */
function decodeBase64(bytes: Buffer, wantedBytes: number): Buffer {
  const pieces: Buffer[] = []
  let length = 0
  for (let at = 0; at < bytes.length && length < wantedBytes && pieces.length < maxPaddings; ) {
    const padding = bytes.indexOf(equals, at)
    const end = padding === -1 ? bytes.length : padding
    const piece = Buffer.from(bytes.toString('latin1', at, end), 'base64')
    pieces.push(piece)
    length += piece.length
    at = end + 1
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, length)
}

function decodeQuotedPrintable(bytes: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(bytes.length)
  let length = 0
  /** The length without white space at the end of the line, which was added in transport (RFC 2045 §6.7, rule 3). */
  let trimmedLength = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
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
    if (endsLine) length = trimmedLength
    decoded[length++] = byte
    if (byte !== space && byte !== tab) trimmedLength = length
  }
  return decoded.subarray(0, length)
}

/** The offset at which the soft line break ends whose `=` is just before `from`; -1 if there is no soft line break. */
function softBreakEnd(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === space || bytes[at] === tab) at++
  if (bytes[at] === carriageReturn) at++
  return at >= bytes.length || bytes[at] === lineFeed ? at : -1
}
