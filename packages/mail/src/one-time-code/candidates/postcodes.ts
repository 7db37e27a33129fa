import type { Candidate } from './candidate.ts'

const maxTownChars = 24
const maxAddressChars = 90

/** Whether a number or word is the postal code of an address: the name of a town and a house number, a state or a country stand beside it. */
export function isPostcode(plain: string, span: Pick<Candidate, 'start' | 'end' | 'form'>): boolean {
  const { start, end, form } = span
  if (form === 'letters' || form === 'loose' || end - start > maxPostcodeChars) return false
  const after = plain.charCodeAt(end)
  const before = plain.charCodeAt(start - 1)
  if (before === japaneseMark) return true
  if (after === space && isBeforeTown(plain, span)) return true
  return before === space && form !== 'mixed' && isBehindTown(plain, span)
}

const maxPostcodeChars = 8
const space = 0x20
/** 〒 */
const japaneseMark = 0x3012

/** `80331 München`, `1012 AB Amsterdam`: a word with a capital, behind two capitals alone perhaps. */
const town = /^ (?:[A-Z]{2} {1,2})?\p{Lu}['’]?\p{L}/u
/** `12, `, `12\n`, `7/2 · `, `No: 58 - `: a house number behind the name of a street. */
const houseBehind = /\p{L}[.,:]? ?\d{1,3} ?[A-Za-z]?(?:[/-]\d{1,4}[A-Za-z]?)?(?:, ?|\n| [·|•-] )$/u
/** `12 rue de la Paix, `, `10 Downing Street\n`: a house number before it. */
const houseBefore = /(?:^|[\n,] ?)\d{1,4}(?: ?[A-Za-z]{1,3})?,? \p{L}[\p{L} .'-]{3,40}(?:, |\n| - )$/u

function isBeforeTown(plain: string, { start, end, form }: Pick<Candidate, 'start' | 'end' | 'form'>): boolean {
  const text = plain.slice(start, end)
  // `SW1A 2AA`
  if (/^[A-Z]{1,2}\d[A-Z\d]?$/.test(text)) return /^ \d[A-Z]{2}(?![A-Za-z\d])/.test(plain.slice(end, end + 5))
  if (!town.test(plain.slice(end, end + maxTownChars))) return false
  // `F-75011 Paris`
  if (/^[A-Z]{1,2}-\d{4,5}$/.test(text)) return true
  // `221B Baker Street`, `1012AB Amsterdam`
  if (form === 'mixed' && !/^\d{4}[A-Z]{2}$/.test(text)) return /^\d{1,4}[A-Za-z]$/.test(text)
  const left = plain.slice(Math.max(0, start - maxAddressChars), start)
  // A number of six digits on a line of its own is more often a code.
  if (text.length === 6 && form === 'digits' && left.endsWith('\n')) return false
  return houseBehind.test(left.slice(-maxTownChars)) || houseBefore.test(left)
}

/** `Portland, OR `: a state behind a comma. */
const state = /\p{L}, {0,2}[A-Z]{2}\.? {1,2}$/u
/** `12 Pier Street, Portland OR `, `Plot 12, Lake Road, Bengaluru - `: a house number, its street, and at the end the town. */
const address =
  /(?:^|[^\d.])\d{1,5}[A-Za-z]?,? \p{Lu}[\p{L} .'-]{2,40}(?:, ?\p{Lu}[\p{L} .'-]{2,30}){0,2}, ?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?(?: | ?- ?)$/u
/** The end of the line, or a country. */
const addressEnd = /^(?:-\d{4})?[.,]?(?:[\n\t]|$| \p{Lu}\p{L}+(?:[.,\n]|$))/u

function isBehindTown(plain: string, { start, end, form }: Pick<Candidate, 'start' | 'end' | 'form'>): boolean {
  const digits = end - start - (form === 'grouped' ? 1 : 0)
  if (digits !== 5 && digits !== 6) return false
  const left = plain.slice(Math.max(0, start - maxAddressChars), start)
  if (digits === 5 && state.test(left.slice(-maxTownChars))) return true
  return address.test(left) && addressEnd.test(plain.slice(end, end + maxTownChars))
}
