import type { Work } from '../work.ts'
import type { Candidate, Span } from './candidate.ts'
import { isWordUnit } from './characters.ts'
import { isBoundCode, isPartOfMore } from './neighbours.ts'
import { findSpelledCodes } from './spelled-codes.ts'
import { skipAddress } from './web-addresses.ts'

const maxCandidates = 200
// A text with more numbers than this is a table; what stands behind them is not looked at.
const maxNumbers = 4000
const maxLetters = 20
const maxSpanChars = 24

/** Finds what could be a code, in the order of the text; what is plainly part of a date, price, phone number or address is left out. */
export function findCandidates(plain: string, work: Work): Candidate[] {
  const spelled = findSpelledCodes(plain, work)
  const found: Candidate[] = []
  let numbers = 0
  let letters = 0
  let spelledAt = 0
  for (let at = 0; at < plain.length; ) {
    const next = spelled[spelledAt]
    if (next && at >= next.start) {
      found.push(made(plain, next))
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
      const word = letters < maxLetters ? letterCode(plain, token) : null
      if (!word) continue
      letters++
      found.push(made(plain, word))
      at = word.end
      continue
    }
    if (numbers++ >= maxNumbers || found.length >= maxCandidates) break
    const candidate = numberCode(plain, token)
    if (!candidate) continue
    found.push(candidate)
    at = candidate.end
  }
  work.steps += plain.length
  return found
}

interface Token extends Span {
  hasDigit: boolean
  /** All its letters are capitals. */
  isUpper: boolean
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

type Shape = Pick<Candidate, 'start' | 'end' | 'code' | 'form'>

const letterShape = /^(?:[A-Z]{6,8}|[A-Z]{3}-[A-Z]{3}|[A-Z]{4}-[A-Z]{4})$/

function letterCode(plain: string, { start, end, isUpper }: Token): Shape | null {
  const length = end - start
  if (!isUpper || length < 6 || length > 9 || !letterShape.test(plain.slice(start, end))) return null
  if (/[^\s:>"'(*[]/.test(plain[start - 1] ?? ' ') || /[^\s.<"')*\],]/.test(plain[end] ?? ' ')) return null
  return { start, end, code: plain.slice(start, end).replace('-', ''), form: 'letters' }
}

function numberCode(plain: string, token: Token): Candidate | null {
  if (token.end - token.start > maxSpanChars) return null
  const shape = readGroups(plain, token) ?? readUnevenGroups(plain, token) ?? readShape(plain, token)
  if (!shape) return null
  const candidate = made(plain, shape)
  return candidate.isBound || !isPartOfMore(plain, candidate) ? candidate : null
}

/** Digits in groups with something narrow between: `482 913`, `12 34 56`, `482 - 913`, `482·913`. */
const evenGroups =
  /(?:\d{3}([ ·•_]| - )\d{3}(?:\1\d{3})?|\d{4}([ ·•_]| - )\d{4}|\d\d([ ·•_]| - )\d\d\3\d\d)(?![0-9A-Za-z]|[ -]\d)/y
const unevenGroups = /[1-9]\d{1,4} \d{2,5}(?: \d{2,4})?(?![0-9A-Za-z]|[ .,/:-]\d)/y

function readGroups(plain: string, { start }: Span): Shape | null {
  if (followsDigits(plain, start)) return null
  evenGroups.lastIndex = start
  const even = evenGroups.exec(plain)
  return even && grouped(even[0], { start, form: 'grouped' })
}

const followsDigits = (plain: string, start: number): boolean =>
  /\d[ -]$/.test(plain.slice(Math.max(0, start - 2), start))

function readUnevenGroups(plain: string, { start }: Span): Shape | null {
  unevenGroups.lastIndex = start
  const [text] = unevenGroups.exec(plain) ?? []
  if (text === undefined || text.length > 12) return null
  const candidate = grouped(text, { start, form: 'loose' })
  const isCode = candidate.code.length >= 5 && candidate.code.length <= 9 && standsAlone(plain, candidate)
  return isCode && !followsDigits(plain, start) ? candidate : null
}

const grouped = (text: string, { start, form }: Pick<Shape, 'start' | 'form'>): Shape => ({
  start,
  end: start + text.length,
  code: text.replace(/\D/g, ''),
  form,
})

const datePart = /^(?:19|20)\d\d-\d\d?-\d\d?$|^\d\d?-\d\d?-(?:19|20)\d\d$/

function readShape(plain: string, { start, end, isUpper }: Token): Shape | null {
  const text = plain.slice(start, end)
  const span = { start, end }
  if (/^\d{4,10}$/.test(text)) return { ...span, code: text, form: 'digits' }
  if (datePart.test(text)) return null
  if (/^(?:\d{3}-\d{3}|\d{4}-\d{4}|\d\d-\d\d-\d\d|\d{3}-\d{3}-\d{3})$/.test(text))
    return { ...span, code: text.replaceAll('-', ''), form: 'grouped' }
  const prefixed = /^[A-Z]{1,3}-(\d{4,8})$/.exec(text)
  if (prefixed && !/^[A-Z]{3}-\d{3}$/.test(text)) return { ...span, code: prefixed[1] ?? '', form: 'digits' }
  if (/^[A-Za-z0-9]{4,10}$/.test(text)) return isOrdinary(text) ? null : { ...span, code: text, form: 'mixed' }
  if (isUpper && isPaired(text)) return { ...span, code: text.replace('-', ''), form: 'mixed' }
  return null
}

/** `AB12-CD34`, `HK3D-8W`; two characters only beside letters and digits mixed, as no number of a case has them. */
const isPaired = (text: string): boolean =>
  /[A-Z]/.test(text) &&
  (/^[A-Z0-9]{3,5}-[A-Z0-9]{3,5}$/.test(text) || /^(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{4,5}-[A-Z0-9]{2}$/.test(text))

/** Words with a figure in them that mails about security and technology use. */
const terms =
  /^(?:CV[VC]2|[PM]SD2|UTF8|SHA(?:1|256|512)|HTML5|WPA[23]|IPV[46]|COVID19|ISO\d{4,5}|WIN(?:7|8|10|11)|iOS\d\d|web3|MP[34]|H26[45]|SSLV3|TLS1[0-3])$/i

/** `100th`, `1920x1080`, `500ml`, `30min`, `256bit`: a number with its unit, not a code. */
const isOrdinary = (text: string): boolean =>
  /^\d+(?:st|nd|rd|th|px|ml|kg|km|cm|mm|mb|gb|kb|tb|min|mins|hrs|bit|h|am|pm|eur|usd|kr|tl|zl|ft|lei|rub)$/i.test(
    text,
  ) ||
  /^\d+x\d+$/i.test(text) ||
  /^(?:rs|rp|rm|usd|eur)\d+$/i.test(text) ||
  terms.test(text)

const referenceMark = /(?<![\p{L}-])(?:id|nr|no|nº|n°|№|ref|rif|réf|s\/n|č|sn|num|núm)[.:]{0,2}[ \t*]*$/iu

function made(plain: string, shape: Shape): Candidate {
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

const maxLookChars = 12

/** Whether nothing but punctuation stands between the candidate and the ends of its line or cell. */
function standsAlone(plain: string, { start, end }: Span): boolean {
  return isBare(plain, start - 1, -1) && isBare(plain, end, 1)
}

function isBare(plain: string, from: number, step: number): boolean {
  for (let at = from, seen = 0; seen < maxLookChars; at += step, seen++) {
    const unit = plain.charCodeAt(at)
    if (Number.isNaN(unit) || unit === 0x0a || unit === 0x09) return true
    if (isWordUnit(unit)) return false
  }
  return false
}
