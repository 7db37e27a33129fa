import type { Span } from '../spans.ts'
import { isWordUnit } from '../view/characters.ts'
import type { Candidate } from './candidate.ts'
import { isQuantity } from './units.ts'

/** What characters of a token there are; each is a bit. */
export const characterKinds = { digit: 1, lower: 2, upper: 4, hyphen: 8 } as const

/** Letters, digits and single hyphens between them. */
export interface Token extends Span {
  /** The sum of its `characterKinds`. */
  kinds: number
}

/** A span of text with the form of a code, and the code in canonical form. */
export interface CodeShape extends Pick<Candidate, 'start' | 'end' | 'code' | 'form'> {
  /** Its form alone tells that it is no other number. */
  isCertain?: boolean
}

const { digit, lower, hyphen } = characterKinds
const minChars = 4
const maxChars = 10
const maxHyphenatedChars = 14
const letterForm =
  /^(?:[A-Z]{5,8}|[B-DF-HJ-NP-TV-XZ]{4}|(?!.*(.).*\1.*\1)[b-df-hj-np-tv-xz]{6,8}|[A-Z]{3}-[A-Z]{3}|[A-Z]{4}-[A-Z]{4})$/

const joinsLetters = /[\w@/\\&=+~#$%\u00c0-\u04ff-]/

/** Reads capitals alone, or small consonants alone, as a code; null where they are none. */
export function letterShape(plain: string, { start, end }: Span): CodeShape | null {
  const length = end - start
  if (length < minChars || length > 9 || !letterForm.test(plain.slice(start, end))) return null
  if (joinsLetters.test(plain[start - 1] ?? ' ') || joinsLetters.test(plain[end] ?? ' ')) return null
  if (plain[start - 1] === '.') return null
  return { start, end, code: plain.slice(start, end).replace('-', ''), form: 'letters', isCertain: true }
}

/** Reads a token with digits, or the groups of digits that it begins, as a code; null where it is none. */
export function numberShape(plain: string, token: Token): CodeShape | null {
  const { start, end, kinds } = token
  const length = end - start
  if (kinds === digit) {
    const groups = length <= maxGroupChars && isGroupGap(plain.charCodeAt(end)) ? groupsFrom(plain, token) : null
    if (groups === null && isFirstOfGroups(plain, token)) return null
    return groups ?? (hasLengthOfCode(length) ? { start, end, code: plain.slice(start, end), form: 'digits' } : null)
  }
  if ((kinds & hyphen) !== 0) return length <= maxHyphenatedChars ? hyphenated(plain, token) : null
  if (hasLengthOfCode(length)) return { start, end, code: plain.slice(start, end), form: 'mixed' }
  return spacedPair(plain, start)
}

const spacedPairForm =
  /(?=[A-Z]{0,2}\d)(?=\d{0,2}[A-Z])[A-Z0-9]{3} (?=[A-Z]{0,2}\d)(?=\d{0,2}[A-Z])[A-Z0-9]{3}(?![A-Za-z0-9-])/y

/** `G2P 5H8` on a line of its own, where a label plainly names it; most are postal codes. */
function spacedPair(plain: string, start: number): CodeShape | null {
  spacedPairForm.lastIndex = start
  const [text] = spacedPairForm.exec(plain) ?? []
  if (text === undefined || !standsAlone(plain, { start, end: start + text.length })) return null
  return { start, end: start + text.length, code: text.replace(' ', ''), form: 'loose' }
}

const hasLengthOfCode = (length: number): boolean => length >= minChars && length <= maxChars

const maxGroupChars = 5
const groupGaps: ReadonlySet<number> = new Set([...' ·•_'].map((char) => char.charCodeAt(0)))
const isGroupGap = (unit: number): boolean => groupGaps.has(unit)

/** Digits in groups with something narrow between: `482 913`, `12 34 56`, `482 - 913`, `482·913`. */
const evenGroupsForm =
  /(?:\d{3}([ ·•_]| - )\d{3}(?:\1\d{3})?|\d{4}([ ·•_]| - )\d{4}|\d\d([ ·•_]| - )\d\d\3\d\d(?:\3\d\d)?)(?![0-9A-Za-z]|[ -]\d)/y
const looseGroupsForm = /[1-9]\d{1,4} \d{2,5}(?: \d{1,4})?(?![0-9A-Za-z]|[ .,/:-]\d)/y

function groupsFrom(plain: string, { start, end }: Span): CodeShape | null {
  if (!isDigit(plain.charCodeAt(end + 1)) && plain[end + 1] !== '-') return null
  if (isDigit(plain.charCodeAt(start - 2)) && (plain[start - 1] === ' ' || plain[start - 1] === '-')) return null
  evenGroupsForm.lastIndex = start
  const [even] = evenGroupsForm.exec(plain) ?? []
  return even === undefined ? looseGroups(plain, start) : grouped(even, { start, form: 'grouped' })
}

const restForm = / \d{1,5}[.!?]?(?:\n|$)/y

/** `4829 13.`: a part of a number is none. */
function isFirstOfGroups(plain: string, { start, end }: Span): boolean {
  restForm.lastIndex = end
  return end - start <= maxGroupChars && restForm.test(plain)
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

function looseGroups(plain: string, start: number): CodeShape | null {
  looseGroupsForm.lastIndex = start
  const [text] = looseGroupsForm.exec(plain) ?? []
  if (text === undefined || text.length > 12) return null
  const shape = grouped(text, { start, form: 'loose' })
  return shape.code.length >= 5 && shape.code.length <= 9 && endsLine(plain, shape) ? shape : null
}

const grouped = (text: string, { start, form }: Pick<CodeShape, 'start' | 'form'>): CodeShape => ({
  start,
  end: start + text.length,
  code: text.replace(/\D/g, ''),
  form,
})

/** `482913-at`, as Hungarian declines a number. */
const declinedForm = /^(\d{4,8})-[a-z]{1,4}$/
/** `G-482913` */
const prefixedForm = /^[A-Z]{1,3}-(\d{4,8})$/
const numberForm = /^(?:\d{3}-\d{3}|\d{4}-\d{4}|\d\d-\d\d-\d\d|\d{3}-\d{3}-\d{3})$/

/** Reads a token with hyphens. */
function hyphenated(plain: string, { start, end, kinds }: Token): CodeShape | null {
  const text = plain.slice(start, end)
  const whole = (form: CodeShape['form']): CodeShape => ({ start, end, code: text.replaceAll('-', ''), form })
  if (kinds === (digit | hyphen)) return numberForm.test(text) ? whole('grouped') : null
  if ((kinds & lower) === 0) {
    const [, number] = prefixedForm.exec(text) ?? []
    if (number !== undefined) return { start, end, code: number, form: 'digits' }
    if (isPairOfGroups(text) || isSegmented(text)) return whole('mixed')
    if (isShortPair(text)) return whole('loose')
    return isHalfSegmented(text) && standsAlone(plain, { start, end }) ? whole('loose') : null
  }
  const [, declined] = declinedForm.exec(text) ?? []
  if (declined === undefined)
    return isMixedTriple(text) || (isMixedPair(text) && standsAlone(plain, { start, end })) ? whole('mixed') : null
  // `4096-bit`
  return isQuantity(text.replace('-', ''))
    ? null
    : { start, end: start + declined.length, code: declined, form: 'digits' }
}

/** `wq7-zr2`, `Zk4-9Wp`: letters and digits in both groups, as words joined by a hyphen have none. */
const isMixedPair = (text: string): boolean =>
  /^[A-Za-z0-9]{3,5}-[A-Za-z0-9]{3,5}$/.test(text) &&
  text.split('-').every((group) => /\d/.test(group) && /[A-Za-z]/.test(group))

/** `z7-tk-04`: three groups of two, of which one has a letter and a digit. */
const isMixedTriple = (text: string): boolean =>
  /^[a-z0-9]{2}(?:-[a-z0-9]{2}){2}$/.test(text) && /[a-z]\d|\d[a-z]/.test(text)

/** `AB12-CD34`, `HK3D-8W`; two characters only beside letters and digits mixed, as no number of a case has them. */
const isPairOfGroups = (text: string): boolean =>
  /[A-Z]/.test(text) &&
  (/^[A-Z0-9]{3,5}-[A-Z0-9]{3,5}$/.test(text) ||
    /^(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{4,5}-[A-Z0-9]{2}$|^[B-DF-HJ-NP-TV-Z]{4}-\d[A-Z]$/.test(text))

/** `TG4-6M`, `HJ5-80Q-2N`: short groups of which most have letters and digits, as few numbers of products and cases have. */
function isSegmented(text: string): boolean {
  if (!/^[A-Z0-9]{2,4}(?:-[A-Z0-9]{2,4}){1,2}$/.test(text)) return false
  const groups = text.split('-')
  const mixed = groups.filter((group) => /[A-Z]/.test(group) && /\d/.test(group)).length
  return groups.length === 2 ? mixed === 2 && text.length > 5 : mixed > 1
}

/** `TC-60W`, `A7-3094`: numbers of products and flights have this form more often than codes. */
const isShortPair = (text: string): boolean =>
  /^(?=.*[A-Z])(?=.*\d)(?:[A-Z]{2}-\d[A-Z0-9]{2}|[A-Z]\d-\d{3,4})$/.test(text)

/** `K3-88-TV`: three short groups, of which one has letters and digits. */
const isHalfSegmented = (text: string): boolean =>
  /^[A-Z0-9]{2,3}(?:-[A-Z0-9]{2,3}){2}$/.test(text) && /[A-Z]\d|\d[A-Z]/.test(text)

const maxLookChars = 12

/** Whether nothing but punctuation stands between the candidate and the ends of its line or cell. */
export function standsAlone(plain: string, { start, end }: Span): boolean {
  return isBare(plain, start - 1, -1) && isBare(plain, end, 1)
}

/** Alone on its line or in its cell, or behind a colon at the end of one. */
const endsLine = (plain: string, span: Span): boolean =>
  isBare(plain, span.end, 1) &&
  (isBare(plain, span.start - 1, -1) || /: ?$/.test(plain.slice(span.start - 2, span.start)))

function isBare(plain: string, from: number, step: number): boolean {
  for (let at = from, seen = 0; seen < maxLookChars; at += step, seen++) {
    const unit = plain.charCodeAt(at)
    if (Number.isNaN(unit) || unit === 0x0a || unit === 0x09) return true
    if (isWordUnit(unit)) return false
  }
  return false
}
