import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { isCodeLabel, type LabelMatch } from '../keywords/keyword.ts'
import { firstIndexFrom } from '../spans.ts'
import { wordEnd } from './distance.ts'
import type { Name, Place } from './feature.ts'
import type { NearbyLabel } from './nearby-keywords.ts'
import { directProximity } from './proximity.ts'

const captionProximity = 32

/** The points that the nearest negative label takes from a number with some names, the strongest of which is `best`. */
export function penaltyOf({ context, candidate, before, after }: Place, best: Name | null, names: Name[]): number {
  const [behind] = after
  const isNamedBefore = names.some(
    ({ name, isBefore, proximity }) =>
      isBefore && proximity >= directProximity && (name !== 'weak-before' || !context.features.isAboutOtherNumbers),
  )
  if (behind && !isCodeLabel(behind.match) && !isNamedBefore && !isPartOfCodeLabel(context, behind.match)) {
    if (behind.proximity >= 58) return 60
    if (candidate.isAlone && behind.proximity >= captionProximity) return 25
  }
  const negative = before.find(({ match }) => !isCodeLabel(match))
  if (!negative || negative.proximity <= 10) return 0
  if (best?.isBefore && best.start >= negative.match.start) return 0
  if (names.some((feature) => isNamedNearer(context, feature, negative))) return 0
  if (names.some((feature) => isSubordinate(context, { feature, negative, candidate }))) return 0
  if (best && !best.isBefore && (best.proximity >= 58 || isSeparated(context, negative, candidate))) return 10
  return negative.proximity >= directProximity ? 60 : negative.proximity >= 35 ? 40 : 15
}

const likelyNames = ['strong', 'ambiguous', 'plain']

/** A direct label of codes stands between the negative label and the number. */
const isNamedNearer = (
  { features }: ExtractionContext,
  { name, isBefore, proximity, start }: Name,
  negative: NearbyLabel,
): boolean =>
  isBefore &&
  proximity >= directProximity &&
  start > negative.match.start &&
  [...likelyNames, ...(features.isAboutOtherNumbers ? [] : ['weak'])].some((kind) => name.startsWith(kind))

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
  { feature, negative, candidate }: { feature: Name; negative: NearbyLabel; candidate: Candidate },
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
