import type { WordPatterns } from '../keywords/word-patterns.ts'
import type { Span } from '../spans.ts'
import { isWordUnit } from '../view/characters.ts'
import type { Candidate } from './candidate.ts'

/** Letters, digits and single hyphens between them. */
export interface Token extends Span {
  hasDigit: boolean
  /** All its letters are capitals. */
  isUpper: boolean
}

/** A span of text with the form of a code, and the code in canonical form. */
export type CodeShape = Pick<Candidate, 'start' | 'end' | 'code' | 'form'>

const maxSpanChars = 24
const letterForm = /^(?:[A-Z]{6,8}|[A-Z]{3}-[A-Z]{3}|[A-Z]{4}-[A-Z]{4})$/

/** Reads capitals alone as a code; null where they are none. */
export function letterShape(plain: string, { start, end, isUpper }: Token): CodeShape | null {
  const length = end - start
  if (!isUpper || length < 6 || length > 9 || !letterForm.test(plain.slice(start, end))) return null
  if (/[^\s:>"'(*[]/.test(plain[start - 1] ?? ' ') || /[^\s.<"')*\],]/.test(plain[end] ?? ' ')) return null
  return { start, end, code: plain.slice(start, end).replace('-', ''), form: 'letters' }
}

/** Reads a token with digits, or the groups of digits that it begins, as a code; null where it is none. */
export function numberShape(plain: string, token: Token, patterns: WordPatterns): CodeShape | null {
  if (token.end - token.start > maxSpanChars) return null
  return evenGroups(plain, token) ?? looseGroups(plain, token) ?? singleToken(plain, token, patterns)
}

/** Digits in groups with something narrow between: `482 913`, `12 34 56`, `482 - 913`, `482·913`. */
const evenGroupsForm =
  /(?:\d{3}([ ·•_]| - )\d{3}(?:\1\d{3})?|\d{4}([ ·•_]| - )\d{4}|\d\d([ ·•_]| - )\d\d\3\d\d(?:\3\d\d)?)(?![0-9A-Za-z]|[ -]\d)/y
const looseGroupsForm = /[1-9]\d{1,4} \d{2,5}(?: \d{1,4})?(?![0-9A-Za-z]|[ .,/:-]\d)/y

function evenGroups(plain: string, { start }: Span): CodeShape | null {
  if (followsDigits(plain, start)) return null
  evenGroupsForm.lastIndex = start
  const even = evenGroupsForm.exec(plain)
  return even && grouped(even[0], { start, form: 'grouped' })
}

const followsDigits = (plain: string, start: number): boolean =>
  /\d[ -]$/.test(plain.slice(Math.max(0, start - 2), start))

function looseGroups(plain: string, { start }: Span): CodeShape | null {
  looseGroupsForm.lastIndex = start
  const [text] = looseGroupsForm.exec(plain) ?? []
  if (text === undefined || text.length > 12) return null
  const shape = grouped(text, { start, form: 'loose' })
  const isCode = shape.code.length >= 5 && shape.code.length <= 9 && endsLine(plain, shape)
  return isCode && !followsDigits(plain, start) ? shape : null
}

const grouped = (text: string, { start, form }: Pick<CodeShape, 'start' | 'form'>): CodeShape => ({
  start,
  end: start + text.length,
  code: text.replace(/\D/g, ''),
  form,
})

/** `482913-at`, as Hungarian declines a number. */
const declinedForm = /^(\d{4,8})-[a-z]{1,4}$/

const datePart = /^(?:19|20)\d\d-\d\d?-\d\d?$|^\d\d?-\d\d?-(?:19|20)\d\d$/

function singleToken(
  plain: string,
  { start, end, isUpper }: Token,
  { numberWithUnit }: WordPatterns,
): CodeShape | null {
  const text = plain.slice(start, end)
  const span = { start, end }
  if (/^\d{4,10}$/.test(text)) return { ...span, code: text, form: 'digits' }
  const [, declined] = declinedForm.exec(text) ?? []
  if (declined !== undefined) return { start, end: start + declined.length, code: declined, form: 'digits' }
  if (datePart.test(text)) return null
  if (/^(?:\d{3}-\d{3}|\d{4}-\d{4}|\d\d-\d\d-\d\d|\d{3}-\d{3}-\d{3})$/.test(text))
    return { ...span, code: text.replaceAll('-', ''), form: 'grouped' }
  const prefixed = /^[A-Z]{1,3}-(\d{4,8})$/.exec(text)
  if (prefixed && !/^[A-Z]{3}-\d{3}$/.test(text)) return { ...span, code: prefixed[1] ?? '', form: 'digits' }
  if (/^[A-Za-z0-9]{4,10}$/.test(text)) {
    const isOrdinary = numberWithUnit.test(text) || /^\d+x\d+$/i.test(text) || terms.test(text)
    return isOrdinary ? null : { ...span, code: text, form: 'mixed' }
  }
  if (isUpper ? isPaired(text) || isSegmented(text) : isMixedPair(text) && standsAlone(plain, span))
    return { ...span, code: text.replaceAll('-', ''), form: 'mixed' }
  return null
}

/** `wq7-zr2`, `Zk4-9Wp`: letters and digits in both groups, as words joined by a hyphen have none. */
const isMixedPair = (text: string): boolean =>
  /^[A-Za-z0-9]{3,5}-[A-Za-z0-9]{3,5}$/.test(text) &&
  text.split('-').every((group) => /\d/.test(group) && /[A-Za-z]/.test(group))

/** `AB12-CD34`, `HK3D-8W`; two characters only beside letters and digits mixed, as no number of a case has them. */
const isPaired = (text: string): boolean =>
  /[A-Z]/.test(text) &&
  (/^[A-Z0-9]{3,5}-[A-Z0-9]{3,5}$/.test(text) || /^(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{4,5}-[A-Z0-9]{2}$/.test(text))

/** `TG4-6M`, `HJ5-80Q-2N`: short groups of which most have letters and digits, as few numbers of products and cases have. */
function isSegmented(text: string): boolean {
  if (!/^[A-Z0-9]{2,4}(?:-[A-Z0-9]{2,4}){1,2}$/.test(text)) return false
  const groups = text.split('-')
  const mixed = groups.filter((group) => /[A-Z]/.test(group) && /\d/.test(group)).length
  return groups.length === 2 ? mixed === 2 && text.length > 5 : mixed > 1
}

/** Words with a digit that mails about security and technology use in all languages. */
const terms =
  /^(?:CV[VC]2|[PM]SD2|UTF8|SHA(?:1|256|512)|HTML5|WPA[23]|IPV[46]|COVID19|ISO\d{4,5}|WIN(?:7|8|10|11)|iOS\d\d|web3|MP[34]|H26[45]|SSLV3|TLS1[0-3])$/i

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
