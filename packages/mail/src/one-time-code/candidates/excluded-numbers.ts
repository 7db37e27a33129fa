import type { WordPatterns } from '../keywords/word-patterns.ts'
import type { Span } from '../spans.ts'
import { hasNoWordSpaces, isWordUnit } from '../view/characters.ts'
import { isAmountPart, isCounted } from './amounts.ts'
import type { Candidate } from './candidate.ts'

/** What a number is that cannot be a code. */
export type OtherNumber = 'word' | 'link' | 'masked' | 'color' | 'date' | 'amount' | 'count' | 'phone' | 'postcode'

/** What the characters around a number make it, where they make it something else than a code; null where they do not. */
export function otherNumberAt(
  plain: string,
  span: Pick<Candidate, 'start' | 'end' | 'form' | 'isAlone'>,
  patterns: WordPatterns,
): OtherNumber | null {
  const { start, end } = span
  const before = start === 0 ? ' ' : (plain[start - 1] ?? ' ')
  const after = plain[end] ?? ' '
  if (joinsWord(before) || joinsWord(after)) return 'word'
  const marked = isEmphasised(plain, start, end) ? null : markedNumber(plain, start, end)
  if (marked) return marked
  if (before === '#' && /[A-Fa-f]/.test(plain.slice(start, end))) return 'color'
  if (isJoinedBefore(plain, start) || isJoinedAfter(plain, end))
    return isAmountPart(plain, span, patterns) ? 'amount' : 'word'
  if (isYearOfDate(plain, span, patterns) || yearsOf.test(plain.slice(start, end))) return 'date'
  if (isAmountPart(plain, span, patterns)) return 'amount'
  if (isCounted(plain, span, patterns)) return 'count'
  if (isPhonePart(plain, span, patterns)) return 'phone'
  return isPostcode(plain, span) ? 'postcode' : null
}

/** The last line of a mail that browsers read the code from: `@bank.example #482913`. */
export function isBoundCode(plain: string, { start }: Span): boolean {
  return (
    plain[start - 1] === '#' &&
    /(?:^|\s)@[a-z0-9-]+(?:\.[a-z0-9-]+)+ #$/i.test(plain.slice(Math.max(0, start - 100), start))
  )
}

/** `4 March 2026`, `12 de mayo de 2026`: a year behind a day and a word. */
function isYearOfDate(plain: string, { start, end }: Span, { dayAndMonth }: WordPatterns): boolean {
  if (end - start !== 4 || !/^(?:19|20)\d\d$/.test(plain.slice(start, end))) return false
  return dayAndMonth.test(plain.slice(Math.max(0, start - 28), start))
}

/** `1938-2026`: two years. */
const yearsOf = /^(?:19|20)\d\d ?- ?(?:19|20)\d\d$/

function markedNumber(plain: string, start: number, end: number): OtherNumber | null {
  const before = start === 0 ? ' ' : (plain[start - 1] ?? ' ')
  if (/[/\\@&=_%+~?$^]/.test(before) && !endsLabel(plain, start)) return before === '$' ? 'amount' : 'link'
  if (/[/\\@&=_%~^]/.test(plain[end] ?? ' ')) return 'link'
  return isMasked(plain, start) || /^[ -]?[*•●·xX×]{2}/.test(plain.slice(end, end + 3)) ? 'masked' : null
}

/** `**482913**` and `_482913_`: emphasis in Markdown, the same marks on both sides and no others beside them. */
function isEmphasised(plain: string, start: number, end: number): boolean {
  const [marks = ''] = /(?:\*\*|__|_)$/.exec(plain.slice(Math.max(0, start - 2), start)) ?? []
  if (marks === '' || !plain.startsWith(marks, end)) return false
  return isFree(plain[start - marks.length - 1]) && isFree(plain[end + marks.length])
}

const isFree = (char: string | undefined): boolean => char === undefined || /[^\w*/\\@&=%~+-]/.test(char)

/** `**** 4471`, `••4471`, `xxxx-4471`: the last digits of a masked number; masks behind a number are looked for above. */
const isMasked = (plain: string, start: number): boolean =>
  /(?:[*•●·xX×…]{2}|\.{3}|…)[ -]?$/.test(plain.slice(Math.max(0, start - 3), start))

const joinsWord = (char: string): boolean => isWordUnit(char.charCodeAt(0)) && !hasNoWordSpaces(char.charCodeAt(0))

/** `code=482913` outside of a web address: an equals sign behind a word with a space before it. */
function endsLabel(plain: string, start: number): boolean {
  return /(?:^|[\s(])[A-Za-z]+ ?=$/.test(plain.slice(Math.max(0, start - 20), start))
}

/** `2.10.4482`, `12:44`, `a.4482`, `1,204`; but `code:4829` and a full stop without its space are none. */
function isJoinedBefore(plain: string, start: number): boolean {
  const before = plain[start - 1] ?? ' '
  const beforeThat = plain[start - 2] ?? ' '
  if (!/[.,:'-]/.test(before) || !/[0-9A-Za-z]/.test(beforeThat)) return false
  if (before === ':') return /\d/.test(beforeThat) && !/\d{4}$/.test(plain.slice(Math.max(0, start - 5), start - 1))
  return !(
    before === '.' &&
    /[A-Za-z]/.test(beforeThat) &&
    !/[.@/]/.test(plain.slice(Math.max(0, start - 12), start - 1))
  )
}

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

/** A full stop before a capital, or a comma before `5分` and the like, both written without a space. */
function startsClause(plain: string, at: number): boolean {
  const rest = plain.slice(at, at + 5)
  return (
    /^\.[A-Z][a-z ]/.test(rest) || /^[,:]\d{1,2} ?[\u3040-\u9fff\uac00-\ud7a3]/.test(rest) || /^,[A-Za-z]{2}/.test(rest)
  )
}

/** `Hauptstraße 12, 80331 München`: between a house number and the name of a town. */
function isPostcode(plain: string, { start, end }: Span): boolean {
  if (end - start > 6 || !/^ \p{Lu}\p{L}/u.test(plain.slice(end, end + 3))) return false
  return /\p{L}[.,]? \d{1,3}[A-Za-z]?(?:\/\d+)?(?:, | [·|] )$/u.test(plain.slice(Math.max(0, start - 16), start))
}

/** More digits close by, or a plus or bracket that only phone numbers have. */
function isPhonePart(plain: string, { start, end }: Span, { extension }: WordPatterns): boolean {
  const left = plain.slice(Math.max(0, start - 16), start)
  const right = plain.slice(end, end + 12)
  if (/\+\d{0,4}[ (.-]{0,2}$|\d\) ?-?$/.test(left)) return true
  // Two spaces stand between the columns of a table in plain text.
  if (/^(?! {2})[ .-]{1,2}\d{3,}|^ ?\(\d{1,4}\)/.test(right)) return true
  if (extension.test(left)) return true
  // Columns of a table in plain text.
  if (left.endsWith('  ') || left.endsWith('\t')) return false
  // Another group of digits right before it: one long number, unless that group is a day or an hour.
  return /(?:^|[^\d.,:/])\(?\d{2,5}\)?[ .-]{1,2}$/.test(left) && !/(?:^|\s)\d{1,2} $/.test(left)
}
