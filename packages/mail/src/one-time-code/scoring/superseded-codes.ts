import { styleBits } from '../../html/text-style.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { isCodeLabel, type KeywordMatch } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'
import { distanceOf, endsInIntroducer, wordEnd } from './distance.ts'
import { type BaseScore, isNumber } from './feature.ts'
import { isWholeSentence, proximityBefore } from './proximity.ts'
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
const maxOfferedChars = 24
const maxStaleHeadChars = 40
const maxNegationChars = 40

/**
 * Of an old code and a new one the new one counts. What the mail calls no longer valid is superseded; so is a number that is only
 * negated (`482913 won't work`), if a number of the same form follows that can replace it.
 */
export function supersededCodes(context: ExtractionContext, occurrences: readonly Occurrence[]): SupersededCodes {
  const stale = staleCandidates(context)
  const superseded = new Set(stale)
  const replacements = new Set<Candidate>()
  for (const { candidate, base } of occurrences) {
    if (!stale.has(candidate) && (base.points <= 0 || !isNegated(context, candidate))) continue
    const followers = occurrences.filter(
      (other) => !stale.has(other.candidate) && mayReplace(context, candidate, other),
    )
    if (followers.length > 0) superseded.add(candidate)
    for (const follower of followers) replacements.add(follower.candidate)
  }
  return { superseded, replacements }
}

function mayReplace(context: ExtractionContext, old: Candidate, { candidate, base }: Occurrence): boolean {
  const isSimilar =
    isNumber(candidate) === isNumber(old) && candidate.code.length === old.code.length && candidate.code !== old.code
  // What is quoted is older.
  const isOlder = isQuoted(context, candidate) && !isQuoted(context, old)
  return (
    isSimilar &&
    !isOlder &&
    isInReach(context, old, { candidate, base }) &&
    base.penalty === 0 &&
    !isNegated(context, candidate)
  )
}

const isQuoted = ({ view }: ExtractionContext, { start }: Span): boolean =>
  (view.styleAt(start) & styleBits.isQuoted) !== 0

const maxOfferChars = 250

/** A number close behind the old one that has a label or a request, is introduced, or is alone on its line. */
function isInReach({ view, keywords }: ExtractionContext, old: Candidate, { candidate, base }: Occurrence): boolean {
  const { chars, sentences, gap } = distanceOf(view, { before: old, after: candidate })
  if (chars < 0 || chars > maxOfferChars || sentences > 3) return false
  return (
    candidate.isAlone || base.points > 0 || endsInIntroducer(gap) || isInSentence(view, keywords.fresh, candidate.start)
  )
}

/** The candidates that the mail calls no longer valid. */
function staleCandidates(context: ExtractionContext): Set<Candidate> {
  const { stale, expiry } = context.keywords
  // `The code expires in ten minutes` is no end of it yet.
  const ended = stale.filter((phrase) => !isPartOfExpiry(expiry, phrase))
  return new Set(ended.length === 0 ? [] : context.candidates.filter((candidate) => isStale(context, candidate, ended)))
}

/** `Your previous code 482913`, `482913 has expired`, `482913. The code has expired.` */
function isStale(context: ExtractionContext, candidate: Candidate, stale: readonly KeywordMatch[]): boolean {
  const { labels, fresh } = context.keywords
  const isOffered = (from: number): boolean =>
    (fresh[firstIndexFrom(fresh, from)]?.start ?? candidate.start) < candidate.start
  const next = firstIndexFrom(stale, candidate.end)
  const behind = stale[next]
  // `The new one: 482913, the last one ran out`.
  const isIntroducedAnew =
    endsInIntroducer(context.view.plain.slice(Math.max(0, candidate.start - 3), candidate.start)) &&
    isOffered(Math.max(0, candidate.start - maxOfferedChars))
  if (behind && !isIntroducedAnew) {
    const { chars, sentences, lines } = distanceOf(context.view, { before: candidate, after: behind })
    const isBeside = sentences === 0 || (sentences === 1 && isWholeSentence(context.view, candidate))
    if (chars <= maxStaleChars && isBeside && lines === 0) return true
  }
  const before = stale[next - 1]
  if (!before || before.end > candidate.start || proximityBefore(context, before, candidate) < 40) return false
  const { chars, sentences, lines } = distanceOf(context.view, { before, after: candidate })
  if (sentences > 0 || (lines > 0 && chars > maxStaleHeadChars) || isAboutPrevious(context, before)) return false
  // `The last one is void, here is a new one: 482913`.
  if (isOffered(before.end)) return false
  const between = labels.slice(firstIndexFrom(labels, before.end), firstIndexFrom(labels, candidate.start))
  return !between.some((label) => isCodeLabel(label) && label.end <= candidate.start)
}

function isPartOfExpiry(expiry: readonly Span[], { start, end }: Span): boolean {
  const next = firstIndexFrom(expiry, end)
  return expiry
    .slice(Math.max(0, next - 2), next)
    .some((phrase) => phrase.end > end || (phrase.start < start && phrase.end === end))
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
