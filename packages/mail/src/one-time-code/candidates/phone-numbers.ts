import type { WordPatterns } from '../keywords/word-patterns.ts'
import type { Span } from '../spans.ts'
import { isWordUnit } from '../view/characters.ts'

const maxCharsBefore = 16
const maxCharsAfter = 12

/** More digits close by, or a plus or bracket that only phone numbers have. */
export function isPhonePart(plain: string, { start, end }: Span, { extension }: WordPatterns): boolean {
  if (separators.has(plain.charCodeAt(end)) && isFollowed(plain, { start, end })) return true
  const before = plain.charCodeAt(start - 1)
  const nearest = separators.has(before) ? plain.charCodeAt(start - 2) : before
  if (!separators.has(nearest) && !isWordUnit(nearest)) return false
  const left = plain.slice(Math.max(0, start - maxCharsBefore), start)
  if (isDigit(nearest) || separators.has(nearest)) return isPreceded(left) || extension.test(left)
  return extension.test(left)
}

const separators: ReadonlySet<number> = new Set([...' .-()+/'].map((char) => char.charCodeAt(0)))
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

/** `0171 555014`, `(4912) 55-01-90`, `0171 / 555014`, `555014 (30)`; two spaces stand between the columns of a table in plain text. */
function isFollowed(plain: string, { start, end }: Span): boolean {
  const right = plain.slice(end, end + maxCharsAfter)
  return (
    /^(?! {2})[ .-]{1,2}\d{3,}|^ ?\(\d{1,4}\)|^\)[ -]\d\d/.test(right) ||
    (plain[start] === '0' && /^ \/ \d{3,}/.test(right))
  )
}

function isPreceded(left: string): boolean {
  // `+1 415`, `+49 30 `, `(415) `, `0171 / `
  if (/\+\d{0,4}[ (.-]{0,2}$|\+\d{1,3}[ .-]\(?\d{1,4}\)?[ .-]$|\d\) ?-?$|(?:^|[^\d.,])0\d{1,4} ?\/ $/.test(left))
    return true
  // Columns of a table in plain text.
  if (left.endsWith('  ') || left.endsWith('\t')) return false
  // Another group of digits right before it: one long number, unless that group is a day or an hour.
  return /(?:^|[^\d.,:/])\(?\d{2,5}\)?[ .-]{1,2}$/.test(left) && !/(?:^|\s)\d{1,2} $/.test(left)
}
