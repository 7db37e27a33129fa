import type { WordPatterns } from '../keywords/word-patterns.ts'
import type { Span } from '../spans.ts'
import type { Candidate } from './candidate.ts'

const currencySign = /[$€£¥₹₽₩₺₴฿₫₪₦₱₸৳﷼]/

/** Whether a number is an amount of money: a currency sign or name stands on either side. */
export function isAmountPart(plain: string, { start, end }: Span, patterns: WordPatterns): boolean {
  if (currencySign.test(plain[start - 1] ?? ' ') || currencySign.test(plain[end] ?? ' ')) return true
  if (patterns.currencyAfter.test(plain.slice(end, end + 10))) return true
  return patterns.currencyBefore.test(plain.slice(Math.max(0, start - 6), start))
}

const maxAmounts = 400

/** Whether a text has an amount of money in it. */
export function showsPrices(plain: string, patterns: WordPatterns): boolean {
  let seen = 0
  for (const { 0: text, index } of plain.matchAll(/\d(?:[\d.,]*\d)?/g)) {
    if (seen++ >= maxAmounts) break
    const end = index + text.length
    if (!/^ ?%/.test(plain.slice(end, end + 2)) && isAmountPart(plain, { start: index, end }, patterns)) return true
  }
  return false
}

/** Whether a number counts something that stands behind it: years, people, points, sizes, issues. */
export function isCounted(
  plain: string,
  { start, end, isAlone }: Pick<Candidate, 'start' | 'end' | 'isAlone'>,
  { counter, counterBefore }: WordPatterns,
): boolean {
  if (counterBefore.test(plain.slice(Math.max(0, start - 2), start))) return true
  return !isAlone && counter.test(plain.slice(end, end + 12))
}
