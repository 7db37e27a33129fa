import type { Work } from '../../text/work.ts'
import type { Span } from '../spans.ts'
import type { ViewText } from '../view/mail-view.ts'
import { type CodeShape, characterKinds, letterShape, numberShape, type Token } from './code-shapes.ts'
import { type LabelSearch, type Line, ListingReader } from './listings.ts'
import { PatternCursor } from './pattern-cursor.ts'
import { spelledRunAt } from './spelled-codes.ts'

// A text with more numbers than this is a table; what stands behind them is not read.
const maxNumbers = 4000
const maxLetters = 20

/** What the search for shapes asks of the words beside them. */
interface ShapeQuestions {
  /** Whether groups of digits are a part of something else, so that each is read by itself. */
  isTaken: (shape: CodeShape) => boolean
  labelsFrom: LabelSearch
}

/**
 * Finds what has the form of a code, in the order of the text. The numbers of tables and logs are left out, most of them unread: no code
 * stands in a listing.
 */
export function shapesInText(
  { plain, folded }: Pick<ViewText, 'plain' | 'folded'>,
  questions: ShapeQuestions,
  work: Work,
): CodeShape[] {
  const search = new ShapeSearch(plain, new ListingReader(folded, questions.labelsFrom), questions.isTaken)
  const capitals = new PatternCursor(lettersOfCode)
  let digitAt = -1
  for (let at = 0; at < plain.length && !search.isFull; ) {
    // Only words with a digit, and capitals, are read: most words of a text are neither.
    if (digitAt < at) digitAt = nextDigit(plain, at)
    const next = Math.min(digitAt, capitals.from(plain, at))
    if (next === plain.length) break
    at = wordStart(plain, { start: at, end: next })
    while (at <= next) at = search.readAt(at)
  }
  work.steps += plain.length + search.charsReadAgain
  return search.unlisted()
}

class ShapeSearch {
  readonly #plain: string
  readonly #isTaken: ShapeQuestions['isTaken']
  readonly #shapes: CodeShape[] = []
  /** The line of each. */
  readonly #lines: Line[] = []
  readonly #listings: ListingReader
  #numbers = 0
  #letters = 0
  #spelledTo = 0
  #spelledChars = 0
  #atSign = -1

  constructor(plain: string, listings: ListingReader, isTaken: ShapeQuestions['isTaken']) {
    this.#plain = plain
    this.#isTaken = isTaken
    this.#listings = listings
  }

  get charsReadAgain(): number {
    return this.#spelledChars + this.#listings.readChars
  }

  get isFull(): boolean {
    return this.#numbers > maxNumbers
  }

  /** The shapes that are in no listing. */
  unlisted(): CodeShape[] {
    return this.#shapes.filter((_, index) => {
      const line = this.#lines[index]
      return line === undefined || !this.#listings.isRow(line)
    })
  }

  /** Reads the character, token or row at a position; returns where to read on. */
  readAt(at: number): number {
    const plain = this.#plain
    if (kindOf(plain.charCodeAt(at)) === 0) return at + 1
    if (!this.#listings.isInLine(at)) {
      const listingEnd = this.#listings.beginLine(at)
      if (listingEnd > at) return listingEnd
    }
    const spelledEnd = at < this.#spelledTo ? at : this.#readSpelled(at)
    if (spelledEnd > at) return spelledEnd
    const token = readToken(plain, at)
    const addressEnd = skipAddress(plain, token, this.#atSignFrom(token.end))
    if (addressEnd !== null) return addressEnd
    if ((token.kinds & characterKinds.digit) !== 0) return this.#readNumber(token)
    const word = this.#letters < maxLetters ? letterShape(plain, token) : null
    if (word) {
      this.#letters++
      this.#add(word)
    }
    return token.end
  }

  #add(shape: CodeShape): void {
    this.#shapes.push(shape)
    this.#lines.push(this.#listings.line)
  }

  /** The first at sign from a position on. */
  #atSignFrom(at: number): number {
    if (this.#atSign < at) this.#atSign = this.#plain.indexOf('@', at)
    if (this.#atSign === -1) this.#atSign = this.#plain.length
    return this.#atSign
  }

  /** Reads characters that stand apart; returns the end of the code that they are, or `at`. */
  #readSpelled(at: number): number {
    const run = spelledRunAt(this.#plain, at, Math.max(this.#spelledTo, this.#shapes.at(-1)?.end ?? 0))
    if (!run) return at
    this.#spelledTo = run.end
    this.#spelledChars += run.end - run.start
    if (!run.shape) return at
    this.#add(run.shape)
    return run.end
  }

  #readNumber(token: Token): number {
    const { end } = token
    this.#numbers++
    const shape = numberShape(this.#plain, token)
    if (!shape || (shape.end > end && this.#isTaken(shape))) return end
    this.#add(shape)
    return Math.max(end, shape.end)
  }
}

const lettersOfCode = /[A-Z]{3}-?[A-Z]{2}|[B-DF-HJ-NP-TV-XZ]{4}|[b-df-hj-np-tv-xz]{6}/g

const anyDigit = /[0-9]/g
const nearChars = 16

/** The first digit from a position on. A pattern reads fast and starts slowly, so the nearest characters are compared. */
function nextDigit(plain: string, from: number): number {
  const nearEnd = Math.min(plain.length, from + nearChars)
  for (let at = from; at < nearEnd; at++) if (kindOf(plain.charCodeAt(at)) === digit) return at
  anyDigit.lastIndex = nearEnd
  return anyDigit.test(plain) ? anyDigit.lastIndex - 1 : plain.length
}

/** Where the characters without a space begin that a span ends in: a web address may begin there. */
function wordStart(plain: string, { start, end }: Span): number {
  let at = end
  while (at > start && !endsAddress(plain.charCodeAt(at - 1))) at--
  return at
}

const { digit, lower, upper, hyphen } = characterKinds
/** The kind of each UTF-16 unit, 0 for none; a table, since every character of every mail is asked about. */
const kinds = new Uint8Array(0x10000).fill(digit, 0x30, 0x3a).fill(upper, 0x41, 0x5b).fill(lower, 0x61, 0x7b)
const kindOf = (unit: number): number => kinds[unit] ?? 0
const hyphenUnit = 0x2d

/** Letters, digits and single hyphens between them. */
function readToken(plain: string, start: number): Token {
  let seen = 0
  let end = start
  for (; end < plain.length; end++) {
    const unit = plain.charCodeAt(end)
    let kind = kindOf(unit)
    if (kind === 0) {
      if (unit !== hyphenUnit || kindOf(plain.charCodeAt(end + 1)) === 0) break
      kind = hyphen
    }
    seen |= kind
  }
  return { start, end, kinds: seen }
}

const addressEnd = /[\s<>"'[\]{}|\\^\u0080-\uffff]/g
const asciiAddressEnds = new Uint8Array(0x80)
for (const char of ' \t\n\r\v\f<>"\'[]{}|\\^') asciiAddressEnds[char.charCodeAt(0)] = 1
const endsAddress = (unit: number): boolean => unit >= 0x80 || asciiAddressEnds[unit] === 1
const mailRest = /[A-Za-z0-9._%+-]{0,64}@[A-Za-z0-9]/y

/** No mail address has more before its at sign. */
const maxLocalChars = 64

/** Where the web or mail address ends that begins with a token of letters and digits; null where none does. */
function skipAddress(plain: string, { start, end }: Span, atSign: number): number | null {
  const after = plain[end]
  if (after === ':' && plain.startsWith('://', end)) return addressEndFrom(plain, end + 3)
  if (after === '.' && end - start === 3 && plain.slice(start, end).toLowerCase() === 'www')
    return addressEndFrom(plain, end)
  if (atSign - end > maxLocalChars) return null
  if (after !== '@' && after !== '.' && after !== '_' && after !== '+' && after !== '%' && after !== '-') return null
  mailRest.lastIndex = end
  return mailRest.test(plain) ? addressEndFrom(plain, mailRest.lastIndex) : null
}

function addressEndFrom(plain: string, from: number): number {
  addressEnd.lastIndex = from
  return addressEnd.exec(plain)?.index ?? plain.length
}
