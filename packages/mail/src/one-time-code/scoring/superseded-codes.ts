import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'
import type { BaseScore } from './base-score.ts'

import { distanceOf, endsInIntroducer, wordEnd } from './distance.ts'
import { proximityBefore } from './proximity.ts'
import { isInSentence } from './sentence-around.ts'

/** One place where a code stands, with its base score. */
export interface Occurrence {
  candidate: Candidate
  base: BaseScore
}

/** The candidates that a mail calls no longer valid, and those that replace them. */
export interface SupersededCodes {
  superseded: ReadonlySet<Candidate>
  replacements: ReadonlySet<Candidate>
}

const maxStaleChars = 80
const maxStaleHeadChars = 40
const maxNegationChars = 40

/**
 * Of an old code and a new one the new one counts. What the mail calls no longer valid is superseded; so is a number that is only
 * negated (`482913 won't work`), if a number of the same form follows that can replace it.
 */
export function supersededCodes(context: ExtractionContext, occurrences: readonly Occurrence[]): SupersededCodes {
  const superseded = new Set<Candidate>()
  const replacements = new Set<Candidate>()
  for (const { candidate, base } of occurrences) {
    const isInvalid = isStale(context, candidate)
    if (isInvalid) superseded.add(candidate)
    if (!isInvalid && (base.points <= 0 || !isNegated(context, candidate))) continue
    const followers = occurrences.filter((other) => mayReplace(context, candidate, other))
    if (followers.length > 0) superseded.add(candidate)
    for (const follower of followers) replacements.add(follower.candidate)
  }
  return { superseded, replacements }
}

function mayReplace(context: ExtractionContext, old: Candidate, { candidate, base }: Occurrence): boolean {
  const isSimilar =
    isNumber(candidate) === isNumber(old) && candidate.code.length === old.code.length && candidate.code !== old.code
  return (
    isSimilar &&
    isOffered(context, old, { candidate, base }) &&
    base.penalty === 0 &&
    !isStale(context, candidate) &&
    !isNegated(context, candidate)
  )
}

const maxOfferChars = 250

/** A number close behind the old one that has a label or a request, is introduced, or is alone on its line. */
function isOffered({ view, keywords }: ExtractionContext, old: Candidate, { candidate, base }: Occurrence): boolean {
  const { chars, sentences, gap } = distanceOf(view, { before: old, after: candidate })
  if (chars < 0 || chars > maxOfferChars || sentences > 3) return false
  return (
    candidate.isAlone || base.points > 0 || endsInIntroducer(gap) || isInSentence(view, keywords.fresh, candidate.start)
  )
}

/** Whether the mail says that the candidate is no longer valid: `your previous code 482913`, `482913 has expired`. */
function isStale(context: ExtractionContext, candidate: Candidate): boolean {
  const { stale, labels, fresh } = context.keywords
  const next = firstIndexFrom(stale, candidate.end)
  const behind = stale[next]
  if (behind) {
    const { chars, sentences, lines } = distanceOf(context.view, { before: candidate, after: behind })
    if (chars <= maxStaleChars && sentences === 0 && lines === 0) return true
  }
  const before = stale[next - 1]
  if (!before || before.end > candidate.start || proximityBefore(context, before, candidate) < 40) return false
  const { chars, sentences, lines } = distanceOf(context.view, { before, after: candidate })
  if (sentences > 0 || (lines > 0 && chars > maxStaleHeadChars) || isAboutPrevious(context, before)) return false
  // `The last one is void, here is a new one: 482913`.
  if ((fresh[firstIndexFrom(fresh, before.end)]?.start ?? candidate.start) < candidate.start) return false
  return !labels.some(({ kind, start, end }) => kind !== 'negative' && start >= before.end && end <= candidate.start)
}

/** Whether a phrase is about a number before it in the same sentence. */
function isAboutPrevious({ view, candidates }: ExtractionContext, phrase: Span): boolean {
  const previous = candidates[firstIndexFrom(candidates, phrase.start) - 1]
  const { sentences } = view.positions
  return previous !== undefined && sentences[previous.start] === sentences[phrase.start]
}

/** Whether a negation stands right behind the candidate, or right before it: `the old 482913`. */
function isNegated({ view, keywords: { negation }, candidates }: ExtractionContext, candidate: Candidate): boolean {
  const next = firstIndexFrom(negation, candidate.end)
  const [before, behind] = [negation[next - 1], negation[next]]
  if (before && isRightBefore(view, before, candidate)) return true
  if (!behind) return false
  const { chars, sentences, lines, gap } = distanceOf(view, { before: candidate, after: behind })
  if (chars > maxNegationChars || sentences > 0 || lines > 0) return false
  const other = candidates[firstIndexFrom(candidates, behind.end)]
  // `482913 opens the door, the old 604417 …`
  return !(/[,;(-]/.test(gap) && other !== undefined && isRightBefore(view, behind, other))
}

function isRightBefore(view: MailView, phrase: Span, { start }: Candidate): boolean {
  const end = wordEnd(view, phrase)
  return end <= start && /^ ?["'«“(]?$/.test(view.plain.slice(end, start))
}

const isNumber = ({ form }: Candidate): boolean => form === 'digits' || form === 'grouped'
