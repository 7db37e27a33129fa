import { styleBits } from '../../html/text-style.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { isCodeLabel, type LabelMatch } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { BaseFeature } from './base-feature.ts'
import { baseFeaturesOf } from './base-features.ts'
import { wordEnd } from './distance.ts'
import { labelsAfter, labelsBefore, type NearbyLabel } from './nearby-keywords.ts'
import { directProximity } from './proximity.ts'
import { isInSentence } from './sentence-around.ts'

/** The score that the words around a candidate give it. */
export interface BaseScore {
  /** Points of the strongest base feature, less the penalty. */
  points: number
  /** The name of that feature, for the reason; `''` where there is none. */
  feature: string
  /** A label of codes stands right at it. */
  isDirect: boolean
  isStrong: boolean
  /** No other words stand between it and that label. */
  isLinked: boolean
  /** Points that a negative label took away. */
  penalty: number
  /** How plainly the strongest feature refers to it. */
  proximity: number
}

/** Scores the words around a candidate: the strongest base feature, less a penalty for the nearest negative label. */
export function baseScoreOf(context: ExtractionContext, candidate: Candidate): BaseScore {
  if (candidate.isBound)
    return { points: 70, feature: 'bound', isDirect: true, isStrong: true, isLinked: true, penalty: 0, proximity: 60 }
  const before = labelsBefore(context, candidate)
  const after = labelsAfter(context, candidate)
  const features = baseFeaturesOf(context, candidate, [...before, ...after])
  const best = strongest(candidate, features)
  const penalty = penaltyOf(context, { candidate, best, features, before, after })
  if (!best)
    return { points: -penalty, feature: '', isDirect: false, isStrong: false, isLinked: false, penalty, proximity: 0 }
  return {
    points: best.points - penalty,
    feature: penalty > 0 ? `${best.name}+negative` : best.name,
    isDirect: best.proximity >= directProximity && penalty === 0,
    isStrong: best.isStrong,
    isLinked: best.isLinked,
    penalty,
    proximity: best.proximity,
  }
}

/** The strongest feature; a label right at the number and the request to type it in add to each other. */
function strongest({ form }: Candidate, features: BaseFeature[]): BaseFeature | null {
  const [best] = features.toSorted((one, other) => other.points - one.points)
  if (!best) return null
  const isRequested = features.some(({ name }) => name.startsWith('enter'))
  const named = features.filter(({ name, proximity }) => !name.startsWith('enter') && proximity >= directProximity)
  if (!isRequested || named.length === 0 || (form !== 'digits' && form !== 'grouped')) return best
  const isWeaklyNamed = named.every(({ name }) => name.startsWith('weak'))
  const [points, name] = isWeaklyNamed ? [4, 'weak-asked'] : [8, 'asked']
  return { ...best, points: best.points + points, name: `${best.name}+${name}` }
}

interface LabelledCandidate {
  candidate: Candidate
  best: BaseFeature | null
  features: BaseFeature[]
  before: NearbyLabel[]
  after: NearbyLabel[]
}

const captionProximity = 32

/** The points that the nearest negative label takes away. */
function penaltyOf(
  context: ExtractionContext,
  { candidate, best, features, before, after }: LabelledCandidate,
): number {
  const [behind] = after
  const isNamedBefore = features.some(
    ({ name, isBefore, proximity }) =>
      isBefore && proximity >= directProximity && (name !== 'weak-before' || !context.features.isAboutOtherNumbers),
  )
  if (behind && !isCodeLabel(behind.match) && !isNamedBefore && !isPartOfCodeLabel(context, behind.match)) {
    if (behind.proximity >= 58) return 60
    if (candidate.isAlone && behind.proximity >= captionProximity) return 25
    // `Type the 482913 class code`, in languages with the noun behind the number.
    if (best?.name.startsWith('enter') && behind.match.start - candidate.end === 1) return 40
    if (
      best &&
      isInClause(context, candidate, behind.match) &&
      isAtThing(context, { best, negative: behind.match, candidate })
    )
      return 40
  }
  const negative = before.find(({ match }) => !isCodeLabel(match))
  if (!negative || negative.proximity <= 10) return 0
  if (best?.isBefore && best.start >= negative.match.start)
    return isAtThing(context, { best, negative: negative.match, candidate }) ? 40 : 0
  // `In the window with the order type 482913, so that we know …`.
  if (features.some(({ name, isBefore, start }) => isBefore && name.startsWith('enter') && start >= negative.match.end))
    return 0
  if (features.some((feature) => isNamedNearer(context, feature, negative))) return 0
  if (features.some((feature) => isSubordinate(context, { feature, negative, candidate }))) return 0
  if (best && !best.isBefore && (best.proximity >= 58 || isSeparated(context, negative, candidate))) return 10
  return negative.proximity >= directProximity ? 60 : negative.proximity >= 35 ? 40 : 15
}

const maxClauseChars = 40
const requestNames: ReadonlySet<string> = new Set(['enter-before', 'weak-before+weak-asked', 'enter-before+weak-asked'])

/** `Type 2580 on the tablet at the gate`: no other clause begins between a number and a label. */
const isInClause = ({ view }: ExtractionContext, { end }: Candidate, { start }: Span): boolean =>
  start - end <= maxClauseChars && !/[,:;()\n-]/.test(view.plain.slice(end, start))

/** `At the gate type 2580`: neither what the request is for, nor a field, nor how long the number is valid stands in its sentence. */
function isAtThing(
  { view, features, keywords: { enter, expiry, field, intent } }: ExtractionContext,
  { best, negative, candidate }: { best: BaseFeature; negative: Span; candidate: Candidate },
): boolean {
  if (!requestNames.has(best.name)) return false
  const { sentences } = view.positions
  const own = sentences[candidate.start]
  if (sentences[negative.start] !== own || isInSentence(view, expiry, candidate.start)) return false
  if (isInSentence(view, field, candidate.start) && !features.isAboutOtherNumbers) return false
  // Some requests and places (`type`, `on the screen`) count as intent, too.
  const isRequest = ({ start, end }: Span): boolean =>
    [enter, field].some((phrases) => (phrases[firstIndexFrom(phrases, start)]?.start ?? end) < end)
  return !intent.some((match) => sentences[match.start] === own && !isRequest(match))
}

/** A direct label of codes stands between the negative label and the number. */
const isNamedNearer = (
  { features }: ExtractionContext,
  { name, isBefore, proximity, start }: BaseFeature,
  negative: NearbyLabel,
): boolean =>
  isBefore &&
  proximity >= directProximity &&
  start > negative.match.start &&
  (features.isAboutOtherNumbers ? /^(?:strong|ambiguous)/ : /^(?:strong|ambiguous|weak)/).test(name)

/** `482913 is your booking verification code`: the negative label is only the beginning of a label of codes. */
function isPartOfCodeLabel({ keywords: { labels }, view, patterns }: ExtractionContext, { end }: LabelMatch): boolean {
  const next = labels[firstIndexFrom(labels, end)]
  if (next === undefined || next.start - end > 3) return false
  return (
    (next.kind === 'strong' || next.kind === 'ambiguous') && patterns.genitive.test(view.plain.slice(end, next.start))
  )
}

/** `On the page of your order enter 482913`: other words stand between the negative label and the number. */
function isSeparated({ view }: ExtractionContext, { match }: NearbyLabel, { start, isAlone }: Candidate): boolean {
  return (
    !isAlone &&
    /\p{L}{2}\P{L}+\p{L}{2}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{3}/u.test(
      view.plain.slice(wordEnd(view, match), start),
    )
  )
}

/** A comma, or the space that separates clauses in Thai. */
const clauseEnd = /[,;\u3001](?!\d)|[\u0e00-\u0e7f] [\u0e00-\u0e7f]/

/**
 * `The TAN for your order is 482913`: within a sentence about a code, a negative label takes the number only where it stands right
 * before it (`the code for order 482913`).
 */
function isSubordinate(
  { view, patterns }: ExtractionContext,
  { feature, negative, candidate }: { feature: BaseFeature; negative: NearbyLabel; candidate: Candidate },
): boolean {
  if (!feature.isBefore || feature.proximity < 44) return false
  const { sentences, cells } = view.positions
  const { start } = negative.match
  if (sentences[feature.start] !== sentences[start] || cells[feature.start] !== cells[start]) return false
  if (feature.start > start || clauseEnd.test(view.plain.slice(feature.start, start))) return false
  const gap = view.plain.slice(wordEnd(view, negative.match), candidate.start)
  // `OTP serial number: 8402216` is one name.
  if (start - feature.end <= 1 && !/\p{L}/u.test(gap)) return false
  if (!feature.isStrong) return /\p{L}\P{L}+\p{L}/u.test(gap)
  if (candidate.isAlone) return true
  return !patterns.numberMark.test(gap)
}

/** With more numbers set apart than this, the mail has a table. */
const maxAlone = 2
/** A mail so short that it says nothing but what the number is. */
const maxBareChars = 80
const prominentBits = styleBits.isLarge | styleBits.isSpaced

/**
 * The base score of a number that is set apart and so needs no label beside it, where the mail is about a code; null where it is not set
 * apart or the mail is about something else.
 */
export function prominenceScore(
  { features, view, candidates }: ExtractionContext,
  candidate: Candidate,
  { base, isOnly }: { base: BaseScore; isOnly: boolean },
): BaseScore | null {
  const isSetApart = candidate.isAlone && candidate.start > view.subjectEnd && candidate.form !== 'letters'
  if (!isSetApart || base.points <= -30) return null
  const isFirst = candidates.find(({ start }) => start > view.subjectEnd) === candidate && !features.isAboutOtherNumbers
  const as = (points: number, feature: string): BaseScore => ({ ...base, points: points + base.points, feature })
  if (features.hasStrongInSubject) return as(32, 'subject')
  if (candidates.filter(({ start, isAlone }) => isAlone && start > view.subjectEnd).length > maxAlone) return null
  const isProminent = isOnly || (view.styleAt(candidate.start) & prominentBits) !== 0
  if (!isProminent && !isFirst) return null
  if (features.hasStrong || features.hasLabelInSubject) return as(28, 'shown')
  const isNothingElse = isOnly && view.plain.length <= maxBareChars
  if (features.signals >= 2 || (isNothingElse && features.signals > 0)) return as(24, 'shown')
  return features.signals === 1 && features.negatives <= 2 && candidate.form !== 'mixed' ? as(20, 'shown') : null
}
