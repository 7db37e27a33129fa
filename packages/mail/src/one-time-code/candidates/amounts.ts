import type { WordPatterns } from '../keywords/word-patterns.ts'
import type { Span } from '../spans.ts'
import { isWordUnit } from '../view/characters.ts'
import type { Candidate } from './candidate.ts'
import { beginsWithUnit } from './units.ts'

const currencySign = /[$€£¥₹₽₩₺₴฿₫₪₦₱₸৳﷼]/

/** Whether a number is an amount of money: a currency sign or name stands on either side. */
export function isAmountPart(plain: string, { start, end }: Span, patterns: WordPatterns): boolean {
  if (currencySign.test(plain[start - 1] ?? ' ') || currencySign.test(plain[end] ?? ' ')) return true
  if (mayBeUnit(neighbour(plain, end, 1)) && patterns.currencyAfter.test(plain.slice(end, end + 10))) return true
  const before = neighbour(plain, start - 1, -1)
  if (!mayBeUnit(before) && before !== fullStop) return false
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

/** Whether a number counts something that stands behind it: years, people, points, sizes, issues, bits. */
export function isCounted(
  plain: string,
  { start, end, isAlone }: Pick<Candidate, 'start' | 'end' | 'isAlone'>,
  { counter, counterBefore }: WordPatterns,
): boolean {
  if (mayBeUnit(neighbour(plain, start - 1, -1)) && counterBefore.test(plain.slice(Math.max(0, start - 2), start)))
    return true
  if (isAlone || !mayBeUnit(neighbour(plain, end, 1))) return false
  const behind = plain.slice(end, end + 12)
  return counter.test(behind) || beginsWithUnit(behind)
}

/** The character beside a number; behind a space, if one stands there. */
function neighbour(plain: string, at: number, step: number): number {
  const unit = plain.charCodeAt(at)
  return unit === 0x20 || unit === 0x09 ? plain.charCodeAt(at + step) : unit
}

const fullStop = 0x2e
const percent = 0x25
const dollar = 0x24
const nine = 0x39

/** What the name or sign of a unit or currency begins or ends with. */
const mayBeUnit = (unit: number): boolean =>
  unit >= 0x80 || unit === percent || unit === dollar || (unit > nine && isWordUnit(unit))
