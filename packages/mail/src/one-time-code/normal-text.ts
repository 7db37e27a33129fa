import { foldForSearch } from '../text/fold-for-search.ts'

/** One text in two forms of equal length, so that a position in one is the same place in the other. */
export interface NormalText {
  /** Compatibility forms and digits as ASCII, dashes as `-`, spaces as U+0020, invisible characters gone; case kept. */
  plain: string
  /** The same in lower case and without accents. */
  folded: string
}

const isAscii = /^[\n\t -~]*$/
const dropped = 0xffffffff
/** For each UTF-16 unit, filled as units are met: plain unit, then folded unit; 0 is not known yet. */
const table = new Uint32Array(0x10000)

/** Normalises a text for the extractor; linear. */
export function normalText(text: string): NormalText {
  if (isAscii.test(text)) return { plain: text, folded: text.toLowerCase() }
  const plain = new Uint16Array(text.length)
  const folded = new Uint16Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const known = table[unit] || learn(unit)
    if (known === dropped) continue
    plain[length] = known >>> 16
    folded[length] = known & 0xffff
    length++
  }
  return { plain: textOf(plain.subarray(0, length)), folded: textOf(folded.subarray(0, length)) }
}

const textOf = (units: Uint16Array): string =>
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le')

function learn(unit: number): number {
  const plain = plainUnit(unit)
  const packed = plain === null ? dropped : ((plain << 16) | foldedUnit(plain)) >>> 0
  table[unit] = packed
  return packed
}

function plainUnit(unit: number): number | null {
  const char = String.fromCharCode(unit)
  if (char === '\n' || char === '\t') return unit
  if (/\p{Zs}/u.test(char)) return 0x20
  if (/[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(char)) return null
  if (/[\p{Pd}\u2212]/u.test(char)) return 0x2d
  if (/\p{Nd}/u.test(char)) return 0x30 + digitValue(unit)
  // A mark that search drops must be dropped here as well, or decomposed words would not match.
  if (/\p{Mn}/u.test(char) && foldForSearch(char) === '') return null
  // A full-width comma parts clauses, never thousands.
  if (char === '\uff0c') return 0x3001
  const compatible = char.normalize('NFKC')
  return compatible.length === 1 ? compatible.charCodeAt(0) : unit
}

/** Decimal digits stand in unbroken rows of ten (Unicode, General_Category Nd). */
function digitValue(unit: number): number {
  let first = unit
  while (/\p{Nd}/u.test(String.fromCharCode(first - 1))) first--
  return (unit - first) % 10
}

function foldedUnit(unit: number): number {
  const folded = foldForSearch(String.fromCharCode(unit))
  return folded.length === 1 ? folded.charCodeAt(0) : unit
}
