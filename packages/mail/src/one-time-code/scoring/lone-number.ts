import type { ExtractionContext } from '../extraction-context.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import { isNumber } from './feature.ts'

const nearChars = 150
const maxCodeChars = 8
/** Georgian has no others. */
const smallLetter = /^\s*(?![\u10d0-\u10ff])\p{Ll}/u

const maxOpeningChars = 6

/** `48213` above `requests per minute`: a sentence goes on behind the number and counts with it, unless it is about the code. */
export function isCounting({ keywords: { enter, expiry }, view }: ExtractionContext, { end }: Span): boolean {
  const behind = view.plain.slice(end, end + nearChars)
  if (!smallLetter.test(behind)) return false
  const opensAt = end + behind.search(/\S/)
  return [enter, expiry].every((phrases) => {
    const next = phrases[firstIndexFrom(phrases, end)]
    return next === undefined || next.start - opensAt > maxOpeningChars
  })
}

/**
 * Whether a number may be the code of a mail in a language of which no word is known: it is the only one far and wide, of four to eight
 * digits, and stands below a line that ends in a colon or first in the subject, with nothing that it may count below it.
 */
export function isLoneNumber(context: ExtractionContext): boolean {
  const { features, candidates, keywords, view } = context
  const [first] = candidates
  if (!first || !isNumber(first)) return false
  const { code } = first
  if (code.length > maxCodeChars || candidates.some((other) => other.code !== code)) return false
  if (keywords.labels.length > 0 || features.hasAmounts || features.isReply) return false
  const isIntroduced = candidates.some(({ start, end }) => {
    const before = view.plain.slice(Math.max(0, start - nearChars), start)
    return start < view.subjectEnd ? /(?:^|:) ?$/.test(before) && end < view.subjectEnd : /:\s*$/.test(before)
  })
  return (
    isIntroduced &&
    candidates.every(({ start, end }) => {
      const before = view.plain.slice(Math.max(0, start - nearChars), start)
      const behind = view.plain.slice(end, end + nearChars)
      const isFree = !/\d{3}/.test(`${before} ${behind}`.replaceAll(code, ' '))
      return isFree && !isCounting(context, { start, end })
    })
  )
}
