import type { Work } from '../../text/work.ts'
import type { WordPatterns } from '../keywords/word-patterns.ts'
import type { Span } from '../spans.ts'
import type { Candidate } from './candidate.ts'
import { type CodeShape, letterShape, numberShape, standsAlone, type Token } from './code-shapes.ts'
import { isBoundCode, type OtherNumber, otherNumberAt } from './excluded-numbers.ts'
import { PatternCursor } from './pattern-cursor.ts'
import { findSpelledCodes } from './spelled-codes.ts'

const maxCandidates = 200
// A text with more numbers than this is a table; what stands behind them is not read.
const maxNumbers = 4000
const maxLetters = 20

/** What the search for candidates needs beside the text. */
export interface CandidateSearch {
  patterns: WordPatterns
  work: Work
  /** Gets what the numbers are that are left out. */
  others?: OtherNumber[] | undefined
}

/** Finds what could be a code, in the order of the text; what is plainly part of a date, price, phone number or address is left out. */
export function findCandidates(plain: string, { patterns, work, others }: CandidateSearch): Candidate[] {
  const spelled = findSpelledCodes(plain, work)
  const found: Candidate[] = []
  let numbers = 0
  let letters = 0
  let spelledAt = 0
  const digits = new PatternCursor(anyDigit)
  const capitals = new PatternCursor(sixCapitals)
  for (let at = 0, readTo = -1; at < plain.length; ) {
    const next = spelled[spelledAt]
    if (at > readTo) {
      // Only words with a digit, and capitals, are read: most words of a text are neither.
      readTo = Math.min(digits.from(plain, at), capitals.from(plain, at))
      const word = readTo < plain.length ? wordStart(plain, { start: at, end: readTo }) : readTo
      at = Math.min(word, Math.max(at, next?.start ?? plain.length))
      continue
    }
    if (next && at >= next.start) {
      found.push(candidateOf(plain, next, patterns))
      at = Math.max(at, next.end)
      spelledAt++
      continue
    }
    if (classOf(plain.charCodeAt(at)) === 0) {
      at++
      continue
    }
    const token = readToken(plain, at)
    at = skipAddress(plain, token) ?? token.end
    if (at !== token.end) continue
    if (!token.hasDigit) {
      const word = letters < maxLetters ? letterShape(plain, token) : null
      if (!word) continue
      letters++
      found.push(candidateOf(plain, word, patterns))
      at = word.end
      continue
    }
    if (numbers++ >= maxNumbers || found.length >= maxCandidates) break
    const number = numberAt(plain, token, patterns)
    if (!number) continue
    if (typeof number === 'string') {
      others?.push(number)
      continue
    }
    found.push(number)
    at = number.end
  }
  work.steps += plain.length
  return found
}

const anyDigit = /[0-9]/g
const sixCapitals = /[A-Z]{3}-?[A-Z]{3}/g

/** Where the characters without a space begin that a span ends in: a web address may begin there. */
function wordStart(plain: string, { start, end }: Span): number {
  let at = end
  while (at > start && !endsAddress(plain.charCodeAt(at - 1))) at--
  return at
}

const digit = 1
const lower = 2
const upper = 4
/** What each UTF-16 unit is, 0 where it is none of these; a table, since every character of every mail is asked about. */
const classes = new Uint8Array(0x10000).fill(digit, 0x30, 0x3a).fill(upper, 0x41, 0x5b).fill(lower, 0x61, 0x7b)
const classOf = (unit: number): number => classes[unit] ?? 0
const hyphen = 0x2d

/** Letters, digits and single hyphens between them. */
function readToken(plain: string, start: number): Token {
  let seen = 0
  let end = start
  for (; end < plain.length; end++) {
    const unit = plain.charCodeAt(end)
    const kind = classOf(unit)
    if (kind === 0 && !(unit === hyphen && classOf(plain.charCodeAt(end + 1)) !== 0)) break
    seen |= kind
  }
  return { start, end, hasDigit: (seen & digit) !== 0, isUpper: (seen & lower) === 0 }
}

/** The candidate that a token with digits is or begins, or what other number it is; null where it has no form of either. */
function numberAt(plain: string, token: Token, patterns: WordPatterns): Candidate | OtherNumber | null {
  const shape = numberShape(plain, token, patterns)
  if (!shape) return null
  const candidate = candidateOf(plain, shape, patterns)
  return (candidate.isBound ? null : otherNumberAt(plain, candidate, patterns)) ?? candidate
}

function candidateOf(plain: string, shape: CodeShape, { referenceMark }: WordPatterns): Candidate {
  return {
    ...shape,
    isAlone: standsAlone(plain, shape),
    hasHash: plain[shape.start - 1] === '#',
    endsInHash: plain[shape.end] === '#',
    hasPrefix: shape.form === 'digits' && /^[A-Z]{2}/.test(plain.slice(shape.start, shape.end)),
    hasMark: referenceMark.test(plain.slice(Math.max(0, shape.start - 12), shape.start)),
    isBound: isBoundCode(plain, shape),
  }
}

const addressEnd = /[\s<>"'[\]{}|\\^\u0080-\uffff]/g
const asciiAddressEnds = new Uint8Array(0x80)
for (const char of ' \t\n\r\v\f<>"\'[]{}|\\^') asciiAddressEnds[char.charCodeAt(0)] = 1
const endsAddress = (unit: number): boolean => unit >= 0x80 || asciiAddressEnds[unit] === 1
const mailRest = /[A-Za-z0-9._%+-]{0,64}@[A-Za-z0-9]/y

/** Where the web or mail address ends that begins with a token of letters and digits; null where none does. */
function skipAddress(plain: string, { start, end }: Span): number | null {
  const after = plain[end]
  if (after === ':' && plain.startsWith('://', end)) return addressEndFrom(plain, end + 3)
  if (after === '.' && end - start === 3 && plain.slice(start, end).toLowerCase() === 'www')
    return addressEndFrom(plain, end)
  if (after !== '@' && after !== '.' && after !== '_' && after !== '+' && after !== '%' && after !== '-') return null
  mailRest.lastIndex = end
  return mailRest.test(plain) ? addressEndFrom(plain, mailRest.lastIndex) : null
}

function addressEndFrom(plain: string, from: number): number {
  addressEnd.lastIndex = from
  return addressEnd.exec(plain)?.index ?? plain.length
}
