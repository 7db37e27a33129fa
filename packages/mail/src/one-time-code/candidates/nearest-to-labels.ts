import type { KeywordMatches } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { Candidate } from './candidate.ts'

/** A mail with more numbers is an order, a statement or a log; few others have as many. */
const maxOrdinary = 24
/** So many of them are scored. */
export const maxScored = 10
/** Farther away no word speaks of a number in a mail that has so many. */
const maxChars = 200
/** A word behind a number speaks of it less often than one before it. */
const behindFactor = 2
const likelyFactor = 0.25

interface Words {
  keywords: KeywordMatches
  subjectEnd: number
}

type Placed = Pick<Candidate, 'start' | 'end' | 'isBound'>

/** Of many candidates those nearest to a word for codes, in the order of the text. The others would only be scored to lose. */
export function likeliest(candidates: Candidate[], words: Words): Candidate[] {
  if (candidates.length <= maxOrdinary) return candidates
  return nearestFirst(candidates, words)
    .slice(0, maxScored)
    .sort((one, other) => one.start - other.start)
}

/**
 * The numbers that words may speak of. First what stands in the subject or in the last line of a message for browsers, then what is near
 * a word that names codes or asks for one; a word for one-time codes counts as four times as near.
 */
export function nearestFirst<Shape extends Placed>(
  numbers: Shape[],
  { keywords: { enter, fresh, labels }, subjectEnd }: Words,
): Shape[] {
  const likely = labels.filter(({ kind }) => kind === 'strong' || kind === 'ambiguous')
  const others = [labels.filter(({ kind }) => kind === 'weak' || kind === 'number'), enter, fresh]
  const charsTo = (number: Shape): number =>
    number.isBound || number.start < subjectEnd
      ? 0
      : Math.min(likelyFactor * distance(likely, number), ...others.map((words) => distance(words, number)))
  return numbers
    .map((number) => ({ number, chars: charsTo(number) }))
    .filter(({ chars }) => chars <= maxChars)
    .sort((one, other) => one.chars - other.chars)
    .map(({ number }) => number)
}

function distance(words: readonly Span[], { start, end }: Span): number {
  const next = firstIndexFrom(words, start)
  const [before, behind] = [words[next - 1], words[next]]
  return Math.min(
    before === undefined ? Number.POSITIVE_INFINITY : Math.max(0, start - before.end),
    behind === undefined ? Number.POSITIVE_INFINITY : behindFactor * (behind.start - end),
  )
}
