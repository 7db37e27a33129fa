const pieceChars = 64 * 1024
/** Runs of white space and control characters but single spaces, which most of them are. */
const unevenSpace = /[[\s\p{Cc}]--[ ]][\s\p{Cc}]*| [\s\p{Cc}]+/gv

/** Removes NUL and lone surrogates, which cannot be stored faithfully as BSON and UTF-8. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : inPieces(text, (piece) => piece.split(/\p{Surrogate}/u).join(''))
  return wellFormed.includes('\0') ? inPieces(wellFormed, (piece) => piece.split('\0').join('')) : wellFormed
}

/** One clean line of at most `maxChars` UTF-16 units: white space and control characters become single spaces. */
export function cleanLine(text: string, maxChars: number): string {
  // Four times the limit is read, since folding shortens the line; the rest of a longer line is ignored.
  const line = cleanText(text.slice(0, maxChars * 4))
    .replace(unevenSpace, ' ')
    .trim()
  return cutChars(line, maxChars)
}

/** Runs of control characters and line separators, which would break a line. */
const lineBreaks = /[\p{Cc}\u2028\u2029]+/u
/** A space or a control character of ASCII. */
const isBlank = (unit: number): boolean => unit <= 0x20 || unit === 0x7f

/**
 * One clean line of at most `maxChars` UTF-16 units with its white space as it was: control characters, with the blanks around them,
 * become single spaces, or nothing at its ends.
 */
export function exactLine(text: string, maxChars: number): string {
  const read = cleanText(text.slice(0, maxChars * 4))
  if (!lineBreaks.test(read)) return cutChars(read, maxChars)
  const pieces = read.split(lineBreaks)
  const last = pieces.length - 1
  const kept = pieces.map((piece, at) => piece.slice(at > 0 ? startOf(piece) : 0, at < last ? endOf(piece) : undefined))
  return cutChars(kept.filter((piece) => piece !== '').join(' '), maxChars)
}

/** A text without blanks and control characters at its ends; spaces of Unicode stay. */
export const trimAscii = (text: string): string => text.slice(startOf(text), endOf(text))

/** Where a text begins behind its blanks. */
function startOf(text: string): number {
  let at = 0
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1
  return at
}

/** Where a text ends before its blanks. */
function endOf(text: string): number {
  let at = text.length
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at -= 1
  return at
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

/**
 * Changes a text piece by piece to limit memory: finding and replacing keeps a list of all matches, which for a hostile text is many
 * times its size. (The result of `replace` is such a list itself; `split` and `join` make a plain string.) No piece ends between CR and
 * LF or inside a surrogate pair.
 */
export function inPieces(text: string, change: (piece: string) => string): string {
  if (text.length <= pieceChars) return change(text)
  const changed: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = at + pieceChars
    const cut = belongTogether(text.slice(end - 1, end + 1)) ? end + 1 : end
    changed.push(change(text.slice(at, cut)))
    at = cut
  }
  return changed.join('')
}

const belongTogether = (two: string): boolean => two === '\r\n' || /^[\ud800-\udbff][\udc00-\udfff]$/.test(two)
