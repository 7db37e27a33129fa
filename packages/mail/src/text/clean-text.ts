import { inPieces } from './in-pieces.ts'

const whiteSpaceAndControls = /[\s\p{Cc}]+/gu

/** Removes NUL and lone surrogates, which cannot be stored faithfully as BSON and UTF-8. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : inPieces(text, (piece) => piece.split(/\p{Surrogate}/u).join(''))
  return wellFormed.includes('\0') ? inPieces(wellFormed, (piece) => piece.split('\0').join('')) : wellFormed
}

/** One clean line of at most `maxChars` UTF-16 units: white space and control characters become single spaces. */
export function cleanLine(text: string, maxChars: number): string {
  // Four times the limit is read, since folding shortens the line; the rest of a longer line is ignored.
  const line = cleanText(text.slice(0, maxChars * 4))
    .replace(whiteSpaceAndControls, ' ')
    .trim()
  return cutChars(line, maxChars)
}

/** The beginning of a text: at most `maxChars` UTF-16 units; no surrogate pair is split. */
export function cutChars(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const last = text.charCodeAt(maxChars - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splitsPair ? maxChars - 1 : maxChars)
}

/** The beginning of a text: at most `maxBytes` of UTF-8; no code point is split. */
export function cutUtf8(text: string, maxBytes: number): string {
  // No UTF-16 unit needs more than three bytes.
  if (text.length * 3 <= maxBytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read)
}
