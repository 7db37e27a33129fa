import { foldLetters } from '../../text/search-text.ts'

/** A text in two forms of equal length, so that a position is the same in both. Its arrays are good until the next text is normalised. */
export interface NormalText {
  /** Compatibility forms and digits as ASCII, dashes as `-`, spaces as U+0020, invisible characters gone; case kept. */
  plain: string
  /** The UTF-16 units of the same in lower case and without accents. */
  folded: Uint16Array
  /** Where each unit stood in the original; null where nothing moved. */
  origins: Uint32Array | null
}

const isAscii = /^[\n\t -~]*$/
const dropped = 0xffffffff
/** What is known of a unit; 0 for nothing, and for surrogates and voicing marks, which are looked at each time. */
const isReplaced = 1
const isDropped = 2

interface TextArrays {
  plain: Uint16Array
  folded: Uint16Array
  origins: Uint32Array
}

/** Longer texts are no views of mails; their arrays are not kept. */
const maxKeptChars = 80 * 1024

/** Normalises texts for the extractor; remembers each character that it has met, and uses the memory of one text for the next. */
export class TextNormalizer {
  /** For each UTF-16 unit `isReplaced`, `isDropped` or 0, and its plain and its folded unit. */
  readonly #states = new Uint8Array(0x10000)
  readonly #plainUnits = new Uint16Array(0x10000)
  readonly #foldedUnits = new Uint16Array(0x10000)
  readonly #kept: TextArrays = { plain: new Uint16Array(0), folded: new Uint16Array(0), origins: new Uint32Array(0) }

  plain(text: string): string {
    return this.normalize(text).plain
  }

  folded(text: string): string {
    return textOf(this.normalize(text).folded)
  }

  /** Both forms of a text; linear. */
  normalize(text: string): NormalText {
    const arrays = this.#arraysFor(text.length)
    const { plain, folded, origins } = arrays
    if (isAscii.test(text)) return { plain: text, folded: written(text.toLowerCase(), folded), origins: null }
    const length = this.#replaceUnits(text, arrays)
    return {
      plain: textOf(plain.subarray(0, length)),
      folded: folded.subarray(0, length),
      origins: origins.subarray(0, length),
    }
  }

  /** Writes both forms into arrays; returns their length. A function of its own, so that V8 compiles the loop alone. */
  #replaceUnits(text: string, { plain, folded, origins }: TextArrays): number {
    // Each unit is read before its place is written, since none becomes two.
    written(text, plain)
    const [states, plainUnits, foldedUnits] = [this.#states, this.#plainUnits, this.#foldedUnits]
    const size = text.length
    let length = 0
    for (let at = 0; at < size; at++) {
      const unit = plain[at] ?? 0
      const state = states[unit]
      if (state === isReplaced) {
        plain[length] = plainUnits[unit] ?? 0
        folded[length] = foldedUnits[unit] ?? 0
        origins[length++] = at
        continue
      }
      if (state === isDropped) continue
      const isPair = unit >= 0xd800 && unit <= 0xdbff && at + 1 < text.length
      const known = isPair ? unitsOfPair(text.codePointAt(at) ?? unit) : this.#remember(unit)
      if (known !== dropped) {
        plain[length] = known >>> 16
        folded[length] = known & 0xffff
        origins[length] = at
        length = isVoicing(known >>> 16) ? voiced({ plain, folded }, length) : length + 1
      }
      if (isPair) at++
    }
    return length
  }

  /** Memory that is used again: new arrays for each mail cost more than to fill them. */
  #arraysFor(length: number): TextArrays {
    const kept = this.#kept
    if (length <= kept.folded.length) return kept
    const size = length <= maxKeptChars ? Math.min(maxKeptChars, length * 2) : length
    const made = { plain: new Uint16Array(size), folded: new Uint16Array(size), origins: new Uint32Array(size) }
    return length <= maxKeptChars ? Object.assign(kept, made) : made
  }

  #remember(unit: number): number {
    const packed = unitsOfUnit(unit)
    if ((unit >= 0xd800 && unit <= 0xdbff) || isVoicing(packed >>> 16)) return packed
    this.#states[unit] = packed === dropped ? isDropped : isReplaced
    this.#plainUnits[unit] = packed >>> 16
    this.#foldedUnits[unit] = packed & 0xffff
    return packed
  }
}

const textOf = (units: Uint16Array): string =>
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le')

// Numbers of an array are read several times as fast as characters of a string.
function written(text: string, units: Uint16Array): Uint16Array {
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).write(text, 'utf16le')
  return units.subarray(0, text.length)
}

function unitsOfUnit(unit: number): number {
  if (isUnchanged(unit)) return ((unit << 16) | unit) >>> 0
  const plain = plainUnit(unit)
  return plain === null ? dropped : pack(plain)
}

/** Kana, Han and Hangul stay as they are: thousands of characters, each of which would take a dozen tests. */
const isUnchanged = (unit: number): boolean =>
  (unit >= 0x3041 && unit <= 0x3096) ||
  (unit >= 0x30a1 && unit <= 0x30fa) ||
  (unit >= 0x3400 && unit <= 0x9fff) ||
  (unit >= 0xac00 && unit <= 0xd7a3)

const pack = (plain: number): number => ((plain << 16) | foldedUnit(plain)) >>> 0

const symbol = 0x25a1

/** Of the characters beyond U+FFFF only letters and digits that stand for ASCII ones matter (𝟒, 𝗔, 🄰); the others are symbols. */
function unitsOfPair(codePoint: number): number {
  const char = String.fromCodePoint(codePoint)
  if (/\p{Default_Ignorable_Code_Point}/u.test(char)) return dropped
  const compatible = char.normalize('NFKC')
  if (/^[A-Za-z0-9]$/.test(compatible)) return pack(compatible.charCodeAt(0))
  if (/\p{Nd}/u.test(char)) return pack(0x30 + digitValue(codePoint))
  return pack(/\p{L}/u.test(char) ? 0x4e00 : symbol)
}

const replacements: ReadonlyMap<string, string> = new Map([
  // A full-width comma separates clauses, never thousands.
  ['\uff0c', '\u3001'],
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u02bc', "'"],
  ['\u2032', "'"],
  ['\u00b4', "'"],
  ['`', "'"],
])
/** Characters that only decorate others: enclosing keycaps, superscript digits, the Arabic tatweel. */
const decorations = /[\p{Me}\u00b2\u00b3\u00b9\u2070-\u2079\u0640]/u

function plainUnit(unit: number): number | null {
  const char = String.fromCharCode(unit)
  if (char === '\n' || char === '\t') return unit
  if (/\p{Zs}/u.test(char)) return 0x20
  if (/[\u2028\u2029\r\v\f\u0085]/.test(char)) return 0x0a
  if (/[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(char) || decorations.test(char)) return null
  if (/[\p{Pd}\u2212]/u.test(char)) return 0x2d
  if (/\p{Nd}/u.test(char)) return 0x30 + digitValue(unit)
  // Marks that search drops are dropped here as well, so that decomposed words match.
  if (/\p{Mn}/u.test(char) && (foldLetters(char) === '' || nuktas.test(char))) return null
  const replaced = replacements.get(char)
  if (replaced !== undefined) return replaced.charCodeAt(0)
  const compatible = char.normalize('NFKC')
  return compatible.length === 1 ? compatible.charCodeAt(0) : unit
}

/** The value of a decimal digit: Unicode has them in contiguous ranges of ten (General_Category Nd). */
function digitValue(codePoint: number): number {
  // Five such ranges in a row.
  if (codePoint >= 0x1d7ce && codePoint <= 0x1d7ff) return (codePoint - 0x1d7ce) % 10
  let first = codePoint
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return (codePoint - first) % 10
}

/** Dots that are optional in Hindi and Bengali. */
const nuktas = /[\u093c\u09bc]/
/** Letters that have two spellings, or that keyboards confuse. */
const variants: ReadonlyMap<string, string> = new Map([
  ['\u0649', '\u06cc'], // Arabic alef maksura, Persian yeh
  ['\u064a', '\u06cc'], // Arabic yeh
  ['\u0643', '\u06a9'], // Arabic kaf, Persian keheh
  ['\u0629', '\u0647'], // teh marbuta, heh
  ['\u06c0', '\u0647'],
  ['\u0901', '\u0902'], // candrabindu, anusvara
  ['\u0981', '\u0982'],
])

function foldedUnit(unit: number): number {
  const char = String.fromCharCode(unit)
  const folded = foldLetters(char)
  const base = folded.length === 1 ? folded : withoutNukta(char.toLowerCase())
  return (variants.get(base) ?? base).charCodeAt(0)
}

function withoutNukta(char: string): string {
  const [letter = char, mark] = char.normalize('NFD')
  return mark !== undefined && nuktas.test(mark) ? letter : char
}

const isVoicing = (unit: number): boolean => unit === 0x3099 || unit === 0x309a

/** Joins a kana with its voicing mark, which half-width and decomposed text has as two characters. @returns the new length */
function voiced({ plain, folded }: { plain: Uint16Array; folded: Uint16Array }, at: number): number {
  const whole = String.fromCharCode(plain[at - 1] ?? 0, plain[at] ?? 0).normalize('NFC')
  if (at === 0 || whole.length !== 1) return at
  plain[at - 1] = whole.charCodeAt(0)
  folded[at - 1] = whole.charCodeAt(0)
  return at
}
