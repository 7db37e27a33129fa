import { beginsAnywhere, isWordUnit } from './phrase-trie.ts'

/** What might be a code: where it stands, its canonical form, and what its form says. */
export interface Candidate {
  start: number
  end: number
  code: string
  form: 'digits' | 'grouped' | 'mixed' | 'letters'
  /** Nothing else on its line or in its table cell. */
  isAlone: boolean
}

const maxCandidates = 200
const maxUnusual = 20
// A text with more numbers than this is a table; what stands behind them is not looked at.
const maxNumbers = 4000
const digitRun = /[0-9]+/g
const capitals = /(?<![^\s:>"'(*[])(?:[A-Z]{6,8}|[A-Z]{3}-[A-Z]{3}|[A-Z]{4}-[A-Z]{4})(?![^\s.<"')*\]])/g
const singleCells = /(?<!\S)[A-Z0-9](?:[ \t\n]{1,3}[A-Z0-9]){3,9}(?!\S)/g
const datePart = /^(?:19|20)\d\d-\d\d?-\d\d?$|^\d\d?-\d\d?-(?:19|20)\d\d$/
const currency = /[$€£¥₹₽₩₺₴฿₫]/
const currencyBefore = /(?:usd|eur|gbp|chf|pln|rub|uah|try|inr|jpy|cny|rs\.?|r\$|zł|kč|sek|nok|dkk|\p{Sc})\s?$/iu
const currencyAfter = /^\s?(?:usd|eur|gbp|chf|pln|zł|zl\b|руб|р\.|грн|tl\b|kr\b|kč|元|円|원|₫|đ|%|\p{Sc})/iu

/** Finds what could be a code, in the order of the text; what is plainly part of a date, price, phone, address or URL is left out. */
export function findCandidates(plain: string): Candidate[] {
  const cells = plain
    .matchAll(singleCells)
    .take(maxUnusual)
    .filter(([match]) => /\d/.test(match))
    .map((match) => wholeMatch(plain, match, 'grouped'))
    .toArray()
  const letters = plain
    .matchAll(capitals)
    .take(maxUnusual)
    .map((match) => wholeMatch(plain, match, 'letters'))
  const numbers = numberCandidates(plain).filter(
    ({ start, end }) => !cells.some((cell) => start < cell.end && end > cell.start),
  )
  return [...cells, ...numbers, ...letters].sort((a, b) => a.start - b.start)
}

function numberCandidates(plain: string): Candidate[] {
  const found: Candidate[] = []
  let end = 0
  for (const { index } of plain.matchAll(digitRun).take(maxNumbers)) {
    if (found.length >= maxCandidates) break
    if (index < end) continue
    const token = tokenAround(plain, index)
    end = token.end
    const candidate = token.end - token.start > 24 ? null : candidateOf(plain, token)
    if (!candidate) continue
    found.push(candidate)
    end = candidate.end
  }
  return found
}

interface Span {
  start: number
  end: number
}

const isAlphanumeric = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)

/** The letters, digits and inner hyphens around a digit; cut at 32 on either side, since no code is that long. */
function tokenAround(plain: string, at: number): Span {
  const belongs = (i: number): boolean =>
    isAlphanumeric(plain.charCodeAt(i)) ||
    (plain[i] === '-' && isAlphanumeric(plain.charCodeAt(i - 1)) && isAlphanumeric(plain.charCodeAt(i + 1)))
  let start = at
  while (start > 0 && at - start < 32 && belongs(start - 1)) start--
  let end = at + 1
  while (end < plain.length && end - at < 32 && belongs(end)) end++
  return { start, end }
}

function candidateOf(plain: string, token: Span): Candidate | null {
  const spaced = spacedGroups(plain, token)
  const span = spaced ?? token
  if (!isFree(plain, span)) return null
  const text = plain.slice(span.start, span.end)
  if (spaced) return made(plain, { ...span, code: text.replaceAll(' ', ''), form: 'grouped' })
  return readToken(plain, span)
}

function readToken(plain: string, span: Span): Candidate | null {
  const text = plain.slice(span.start, span.end)
  if (/^\d{4,10}$/.test(text)) return made(plain, { ...span, code: text, form: 'digits' })
  if (datePart.test(text)) return null
  if (/^(?:\d{3}-\d{3}|\d{4}-\d{4}|\d\d-\d\d-\d\d|\d{3}-\d{3}-\d{3}|(?:\d-){3,9}\d)$/.test(text))
    return made(plain, { ...span, code: text.replaceAll('-', ''), form: 'grouped' })
  const prefixed = /^[A-Z]{1,2}-(\d{4,8})$/.exec(text)
  if (prefixed) return made(plain, { ...span, code: prefixed[1] ?? '', form: 'digits' })
  if (/^(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9]{4,10}$/.test(text))
    return isOrdinary(text) ? null : made(plain, { ...span, code: text, form: 'mixed' })
  if (/^(?=.*[A-Z])[A-Z0-9]{3,5}-[A-Z0-9]{3,5}$/.test(text))
    return made(plain, { ...span, code: text.replace('-', ''), form: 'mixed' })
  return null
}

/** `100th`, `1920x1080`, `500ml`, `30min`, `256bit`: a number with its unit, not a code. */
const isOrdinary = (text: string): boolean =>
  /^\d+(?:st|nd|rd|th|px|ml|kg|km|cm|mm|mb|gb|kb|tb|min|mins|hrs|bit|h|am|pm)$/i.test(text) || /^\d+x\d+$/i.test(text)

/** Digits in groups of one length with single spaces between: `482 913`, `12 34 56`, `1 2 3 4 5 6`. */
function spacedGroups(plain: string, token: Span): Span | null {
  const head = plain.slice(token.start, token.start + 24)
  const groups = /^(?:\d{3} \d{3}(?: \d{3})?|\d{4} \d{4}|\d\d \d\d \d\d|\d(?: \d){3,9})(?![0-9A-Za-z]| \d)/.exec(head)
  if (!groups || /\d $/.test(plain.slice(Math.max(0, token.start - 2), token.start))) return null
  return { start: token.start, end: token.start + groups[0].length }
}

/** Whether no neighbour makes the span a part of something longer: a word, URL, mail address, price, phone, date, time, version. */
function isFree(plain: string, { start, end }: Span): boolean {
  const before = start === 0 ? ' ' : (plain[start - 1] ?? ' ')
  const after = plain[end] ?? ' '
  const before2 = plain[start - 2] ?? ' '
  const after2 = plain[end + 1] ?? ' '
  if (joinsWord(before) || joinsWord(after)) return false
  if (/[#/\\@&=_%+~?]/.test(before) || /[/\\@&=_%~]/.test(after) || currency.test(before) || currency.test(after))
    return false
  if (
    /[.,:'-]/.test(before) &&
    /[0-9A-Za-z]/.test(before2) &&
    !(before === ':' || (before === '.' && /[A-Za-z]/.test(before2) && plain[start - 3] !== '.'))
  )
    return false
  if (before === ':' && /\d/.test(before2)) return false
  if (/[.,:'-]/.test(after) && /[0-9A-Za-z]/.test(after2) && !beginsClause(plain, end)) return false
  if (before === '(' && after === ')' && end - start < 4) return false
  const left = plain.slice(Math.max(0, start - 8), start)
  const right = plain.slice(end, end + 8)
  if (currencyBefore.test(left) || currencyAfter.test(right)) return false
  return !isPhonePart(left, right)
}

/** A full stop before a capital, or a comma before `5分` and the like, both written without a space. */
function beginsClause(plain: string, at: number): boolean {
  const rest = plain.slice(at, at + 4)
  return /^\.[A-Z]/.test(rest) || /^,\d{1,2}[\u3040-\u9fff\uac00-\ud7a3]/.test(rest)
}

const joinsWord = (char: string): boolean => isWordUnit(char.charCodeAt(0)) && !beginsAnywhere(char.charCodeAt(0))

/** More digits close by, or a plus or bracket that only phones have. */
function isPhonePart(left: string, right: string): boolean {
  return /\+\d{0,4}[ (.-]?$|\d\) ?$|\d[ .-]{1,2}$/.test(left) || /^[ .-]{1,2}\d{3,}|^ \(\d/.test(right)
}

function made(plain: string, found: Omit<Candidate, 'isAlone'>): Candidate {
  return { ...found, isAlone: standsAlone(plain, found) }
}

function standsAlone(plain: string, { start, end }: Span): boolean {
  const before = /[^ *"'“”«»「」【】[\]()>_:]/
  const left = plain.slice(Math.max(0, start - 12), start)
  const right = plain.slice(end, end + 12)
  const lineLeft = left.slice(Math.max(left.lastIndexOf('\n'), left.lastIndexOf('\t')) + 1)
  const lineRight = right.slice(
    0,
    Math.min(...[right.indexOf('\n'), right.indexOf('\t')].map((at) => (at === -1 ? right.length : at))),
  )
  return !before.test(lineLeft) && !/[^ *"'“”«»「」【】[\]().,_。]/.test(lineRight)
}

function wholeMatch(plain: string, match: RegExpExecArray, form: Candidate['form']): Candidate {
  const span = { start: match.index, end: match.index + match[0].length }
  return made(plain, { ...span, code: match[0].replace(/[\s-]/g, ''), form })
}
