import type { WordPatterns } from '../keywords/word-patterns.ts'
import type { Span } from '../spans.ts'
import { hasNoWordSpaces, isWordUnit } from '../view/characters.ts'
import { isAmountPart, isCounted } from './amounts.ts'
import type { Candidate } from './candidate.ts'
import { isOrdinaryWord, isTerm } from './ordinary-words.ts'
import { isPhonePart } from './phone-numbers.ts'
import { isPostcode } from './postcodes.ts'

/** What a number is that cannot be a code. */
export type OtherNumber = 'word' | 'link' | 'masked' | 'color' | 'date' | 'amount' | 'count' | 'phone' | 'postcode'

type Placed = Pick<Candidate, 'start' | 'end' | 'code' | 'form' | 'isAlone'>

/** What the characters around a number make it, where they make it something else than a code; null where they do not. */
export function otherNumberAt(plain: string, number: Placed, patterns: WordPatterns): OtherNumber | null {
  const { start, end } = number
  const before = plain.charCodeAt(start - 1)
  const after = plain.charCodeAt(end)
  if (joinsWord(before) || joinsWord(after)) return 'word'
  if (isOrdinary(plain, number, patterns)) return 'word'
  if (!isBlank(before) || !isBlank(after)) {
    const touched = touchedNumber(plain, number)
    if (touched !== null) return touched === 'word' && isAmountPart(plain, number, patterns) ? 'amount' : touched
  } else if (isMaskedBefore(plain, start - 1) || isMaskedBehind(plain, end)) return 'masked'
  if (isYearOfDate(plain, number, patterns)) return 'date'
  if (isAmountPart(plain, number, patterns)) return 'amount'
  if (isCounted(plain, number, patterns)) return 'count'
  if (isPhonePart(plain, number, patterns)) return 'phone'
  if (isPostcode(plain, number)) return 'postcode'
  return isPartOfEncoded(plain, number) ? 'word' : null
}

/** The last line of a mail that browsers read the code from: `@bank.example #482913`. */
export function isBoundCode(plain: string, { start }: Span): boolean {
  return (
    plain[start - 1] === '#' &&
    /(?:^|\s)@[a-z0-9-]+(?:\.[a-z0-9-]+)+ #$/i.test(plain.slice(Math.max(0, start - 100), start))
  )
}

/** `SHA256`, `RSA-4096`, `512MB` */
function isOrdinary(plain: string, { start, end, code, form }: Placed, patterns: WordPatterns): boolean {
  if (form === 'mixed') return isOrdinaryWord(code, patterns)
  return plain.charCodeAt(start) > nine && isTerm(plain.slice(start, end).replace('-', ''))
}

const joinsWord = (unit: number): boolean => isWordUnit(unit) && !hasNoWordSpaces(unit)

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x09 || Number.isNaN(unit)

/** `4 March 2026`, `12 de mayo de 2026`: a year behind a day and a word; `1938-2026`: two years. */
function isYearOfDate(plain: string, { start, end }: Span, { dayAndMonth }: WordPatterns): boolean {
  if (!/^(?:19|20)$/.test(plain.slice(start, start + 2))) return false
  if (end - start !== 4) return yearsOf.test(plain.slice(start, end))
  return dayAndMonth.test(plain.slice(Math.max(0, start - 28), start))
}

const yearsOf = /^(?:19|20)\d\d ?- ?(?:19|20)\d\d$/

/** What a number is by the mark right beside it. */
function touchedNumber(plain: string, { start, end }: Span): OtherNumber | null {
  if (!isEmphasised(plain, start, end)) {
    const marked = markedNumber(plain, start, end)
    if (marked) return marked
  }
  if (plain[start - 1] === '#' && isColor(plain, start, end)) return 'color'
  return isJoinedBefore(plain, start) || isJoinedAfter(plain, end) ? 'word' : null
}

function markedNumber(plain: string, start: number, end: number): OtherNumber | null {
  const before = plain[start - 1] ?? ' '
  if (/[/\\@&=_%+~?$^]/.test(before) && !endsLabel(plain, start)) return before === '$' ? 'amount' : 'link'
  if (/[/\\@&=_%~^+]/.test(plain[end] ?? ' ')) return 'link'
  return isMaskedBefore(plain, start - 1) || isMaskedBehind(plain, end) ? 'masked' : null
}

/** `#1a2b3c`, `color:#333333;` */
const isColor = (plain: string, start: number, end: number): boolean =>
  /[A-Fa-f]/.test(plain.slice(start, end)) ||
  (/[:(,] ?#$/.test(plain.slice(Math.max(0, start - 3), start)) && /^[;),}]/.test(plain.slice(end, end + 1)))

/** `**482913**` and `_482913_`: emphasis in Markdown, the same marks on both sides and no others beside them. */
function isEmphasised(plain: string, start: number, end: number): boolean {
  const [marks = ''] = /(?:\*\*|__|_)$/.exec(plain.slice(Math.max(0, start - 2), start)) ?? []
  if (marks === '' || !plain.startsWith(marks, end)) return false
  return isFree(plain[start - marks.length - 1]) && isFree(plain[end + marks.length])
}

const isFree = (char: string | undefined): boolean => char === undefined || /[^\w*/\\@&=%~+-]/.test(char)

const masks: ReadonlySet<number> = new Set([...'*•●·xX×…'].map((char) => char.charCodeAt(0)))
const [space, hyphen, fullStop, nine, ellipsis] = [0x20, 0x2d, 0x2e, 0x39, 0x2026]
const isGap = (unit: number): boolean => unit === space || unit === hyphen

/** `**** 4471`, `••4471`, `xxxx-4471`, `...4471`: the last digits of a masked number. */
function isMaskedBefore(plain: string, at: number): boolean {
  const unit = plain.charCodeAt(at)
  const last = isGap(unit) ? at - 1 : at
  const mask = plain.charCodeAt(last)
  if (mask === ellipsis || (masks.has(mask) && masks.has(plain.charCodeAt(last - 1)))) return true
  return unit === fullStop && plain.startsWith('..', at - 2)
}

/** `4471 ****`: the first digits of one. */
function isMaskedBehind(plain: string, end: number): boolean {
  const at = isGap(plain.charCodeAt(end)) ? end + 1 : end
  const mask = plain.charCodeAt(at)
  return mask !== ellipsis && masks.has(mask) && masks.has(plain.charCodeAt(at + 1))
}

/** `code=482913` outside of a web address: an equals sign behind a word with a space before it. */
function endsLabel(plain: string, start: number): boolean {
  return /(?:^|[\s(])[A-Za-z]+ ?=$/.test(plain.slice(Math.max(0, start - 20), start))
}

/** `2.10.4482`, `12:44`, `a.4482`, `1,204`, `today!58213`; but `code:4829` and a full stop without its space are none. */
function isJoinedBefore(plain: string, start: number): boolean {
  const before = plain[start - 1] ?? ' '
  const beforeThat = plain[start - 2] ?? ' '
  if (!/[.,:'!?-]/.test(before) || !/[0-9A-Za-z]/.test(beforeThat)) return false
  if (before === ':') {
    const left = plain.slice(Math.max(0, start - maxNameChars), start - 1)
    // `main.ts:4821`, `db.orbit.example:27017`
    return /\d/.test(beforeThat) ? !/\d{4}$/.test(left) : /\.[a-z]{1,3}$|[/\\.][\w-]*\.[a-z]+$/.test(left)
  }
  return !(
    before === '.' &&
    /[A-Za-z]/.test(beforeThat) &&
    !/[.@/]/.test(plain.slice(Math.max(0, start - maxWordChars), start - 1))
  )
}

const maxNameChars = 30
const maxWordChars = 12

function isJoinedAfter(plain: string, end: number): boolean {
  const after = plain[end] ?? ' '
  if (after === "'") return /\d/.test(plain[end + 1] ?? ' ')
  return (
    /[.,:-]/.test(after) &&
    /[0-9A-Za-z]/.test(plain[end + 1] ?? ' ') &&
    !startsClause(plain, end) &&
    !isDeclined(plain, end)
  )
}

/** `482913-at`: a number with the ending of a case. */
const isDeclined = (plain: string, at: number): boolean => /^-[a-z]{1,4}(?![\p{L}\d-])/u.test(plain.slice(at, at + 7))

/** A full stop before a capital, or a comma before `5분` and the like, both written without a space. */
function startsClause(plain: string, at: number): boolean {
  const rest = plain.slice(at, at + 5)
  return (
    /^\.[A-Z][a-z ]/.test(rest) || /^[,:]\d{1,2} ?[\u3040-\u9fff\uac00-\ud7a3]/.test(rest) || /^,[A-Za-z]{2}/.test(rest)
  )
}

const encodedEnd = /[A-Za-z0-9+/_-]{40}=*\n *$/
const maxEncodedChars = 50

/** The last line of something encoded, as keys and links have it; `9F86 D081 884C`: a part of a fingerprint. */
function isPartOfEncoded(plain: string, { start, end, form, isAlone }: Placed): boolean {
  if (form !== 'mixed') return false
  if (isAlone && encodedEnd.test(plain.slice(Math.max(0, start - maxEncodedChars), start))) return true
  if (end - start !== 4 || !/^[0-9A-F]+$/.test(plain.slice(start, end))) return false
  const [before = ''] =
    /(?: {1,2}[0-9A-F]{4}){0,2} {1,2}$/.exec(` ${plain.slice(Math.max(0, start - 12), start)}`) ?? []
  const [behind = ''] = /^(?: {1,2}[0-9A-F]{4}(?!\w)){0,2}/.exec(plain.slice(end, end + 13)) ?? []
  return before.trim().length + behind.trim().length >= 2 * (end - start)
}
