import { type Candidate, isCouponLike, isInterleaved, isScrambled } from '../candidates/candidate.ts'
import type { ExtractionContext, MailFeatures } from '../extraction-context.ts'
import { isCodeLabel, type KeywordMatch } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'
import { type BaseFeature, keywordFeature, unlabelled } from './base-feature.ts'
import { distanceOf, endsInIntroducer, wordEnd } from './distance.ts'
import { answerFeatures, orderFeatures, titleFeatures } from './indirect-features.ts'
import { labelWeight } from './label-weight.ts'
import { type NearbyLabel, requestsAround } from './nearby-keywords.ts'
import { directProximity, isWholeSentence } from './proximity.ts'

/** All base features of a candidate; they span their keywords, whose last word may go on behind `end`. */
export function baseFeaturesOf(context: ExtractionContext, candidate: Candidate, labels: NearbyLabel[]): BaseFeature[] {
  return [
    ...labels
      .filter((label) => isCodeLabel(label.match) && !isMention(context, candidate, label))
      .map((label) => labelFeature(context.features, label)),
    ...requestFeatures(context, candidate),
    ...announcementFeatures(context, candidate),
    ...purposeFeatures(context, candidate),
    ...freshFeatures(context, candidate),
    ...expiryFeatures(context, candidate),
    ...openingFeatures(context, candidate),
    ...shapeFeatures(context, candidate),
    ...commandFeatures(context, candidate),
    ...titleFeatures(context, candidate),
    ...answerFeatures(context, candidate),
    ...orderFeatures(context, candidate, labels),
  ]
}

/** `71930846`, and in a later sentence: `If it was not you, change your password`. */
function isMention({ view }: ExtractionContext, candidate: Candidate, { match, isBefore }: NearbyLabel): boolean {
  const { lines } = view.positions
  return match.isPassword === true && !isBefore && lines[match.start] !== lines[candidate.start]
}

const labelFeature = (features: MailFeatures, label: NearbyLabel): BaseFeature => ({
  ...keywordFeature(label),
  name: `${label.match.kind}-${label.isBefore ? 'before' : 'after'}`,
  points: label.proximity * labelWeight(label, features),
  isStrong: label.match.kind === 'strong',
})

const maxRequestChars = 26
const maxAloneRequestChars = 60

/** `Enter 482913 on the page`: no word for a code, but a request for the number. */
function requestFeatures(context: ExtractionContext, candidate: Candidate): BaseFeature[] {
  const { features } = context
  const { isAboutOtherNumbers } = features
  const signals = Number(features.has('intent')) + Number(features.has('expiry'))
  if (candidate.form === 'letters' || isCouponLike(candidate)) return []
  if (candidate.form === 'mixed' && signals === 0 && !isScrambled(candidate)) return []
  return requestsAround(context, candidate)
    .filter(({ match, proximity }) => proximity > 0 && isRequested(context, match, candidate))
    .map((request) => ({
      ...keywordFeature(request),
      name: `enter-${request.isBefore ? 'before' : 'after'}`,
      points:
        (request.isBefore ? 38 : 42) +
        5 * signals +
        (features.has('stale') ? 4 : 0) -
        (request.isLinked || !request.isBefore || isNoun(context, candidate) ? 0 : 4) -
        (isAboutOtherNumbers ? 3 : 0) -
        (features.hasAmounts ? 3 : 0),
      proximity: Math.min(request.proximity, directProximity - 1),
    }))
}

const maxNounGap = 3

/** `… the 482913 digits`, as languages with the noun behind the number say. */
function isNoun({ keywords: { labels } }: ExtractionContext, { end }: Candidate): boolean {
  const next = labels[firstIndexFrom(labels, end)]
  return next !== undefined && isCodeLabel(next) && next.start - end <= maxNounGap
}

function isRequested(context: ExtractionContext, request: Span, candidate: Candidate): boolean {
  const chars = Math.max(candidate.start - request.end, request.start - candidate.end)
  if (isWholeSentence(context.view, candidate) && request.start > candidate.end && chars <= maxAloneRequestChars)
    return true
  if (candidate.isAlone) return chars <= (context.features.isAboutOtherNumbers ? maxExpiryChars : maxAloneRequestChars)
  const { lines, sentences } = context.view.positions
  const isSame = (positions: Uint16Array): boolean => positions[request.start] === positions[candidate.start]
  const isNear =
    chars <= maxRequestChars ||
    (chars <= maxAloneRequestChars &&
      (isNamed(context, request, candidate) || isFieldBetween(context, candidate, request)))
  return isNear && isSame(lines) && isSame(sentences)
}

/** `Fill in at the field "Proof" 482913`, and `… 482913 into the box on the page entered`, as languages with the verb at the end say. */
function isFieldBetween({ features, keywords: { field } }: ExtractionContext, one: Span, other: Span): boolean {
  if (features.isAboutOtherNumbers) return false
  const [first, second] = one.start < other.start ? [one, other] : [other, one]
  const next = field[firstIndexFrom(field, first.end)]
  return next !== undefined && next.start < second.start
}

/** `Enter on the page that is open the key 482913`: the word right before the number is a label of codes. */
function isNamed({ keywords: { labels }, features }: ExtractionContext, request: Span, { start }: Candidate): boolean {
  const label = labels[firstIndexFrom(labels, start) - 1]
  if (label === undefined || !isCodeLabel(label)) return false
  if (features.isAboutOtherNumbers && label.kind !== 'strong' && label.kind !== 'ambiguous') return false
  return label.start >= request.end && start - label.end <= maxExpiryChars
}

const maxExpiryChars = 14
const maxAnnouncing = 8
const maxAnnouncingGap = 6

/** `Enter this code on the page of your booking:` and below it the number: whatever else the sentence names. */
function announcementFeatures({ keywords, view }: ExtractionContext, candidate: Candidate): BaseFeature[] {
  const { isAlone, form, start } = candidate
  if (!isAlone || (form !== 'digits' && form !== 'grouped' && !isInterleaved(candidate))) return []
  const above = view.plain.slice(Math.max(0, start - maxAnnouncingGap), start)
  if (!/:\s*$/.test(above)) return []
  const colonAt = start - above.length + above.lastIndexOf(':')
  const inSentence = <Match extends KeywordMatch>(matches: Match[]): Match[] => {
    const { sentences } = view.positions
    const next = firstIndexFrom(matches, colonAt)
    return matches
      .slice(Math.max(0, next - maxAnnouncing), next)
      .filter((match) => sentences[match.start] === sentences[colonAt])
  }
  const label = inSentence(keywords.labels).find(
    (match) => isCodeLabel(match) && match.kind !== 'number' && !match.isPassword,
  )
  if (!label) return inFieldFeatures(candidate, inSentence(keywords.enter), inSentence(keywords.field))
  if (form === 'mixed' || inSentence(keywords.enter).length + inSentence(keywords.intent).length === 0) return []
  const isStrong = label.kind !== 'weak'
  const points = isStrong ? 56 : 50
  return [
    {
      ...unlabelled(label),
      name: 'announced',
      points,
      proximity: directProximity,
      isStrong,
      isBefore: true,
      isLinked: true,
    },
  ]
}

/** `To go on, type into the profile of your team:` and below it the number: what is asked for has no name. */
function inFieldFeatures({ form }: Candidate, requests: KeywordMatch[], fields: KeywordMatch[]): BaseFeature[] {
  const [request] = requests
  if (!request || fields.length === 0) return []
  return [
    {
      ...unlabelled(request),
      name: 'enter-below',
      points: form === 'mixed' ? 40 : 46,
      proximity: directProximity - 1,
      isBefore: true,
      isLinked: true,
    },
  ]
}

const maxPurposeGap = 40

/** `To sign in: 482913`: what a code is for introduces the number. */
function purposeFeatures({ keywords, features, view }: ExtractionContext, candidate: Candidate): BaseFeature[] {
  const { form, start } = candidate
  if (form === 'letters' || form === 'loose' || features.isAboutOtherNumbers) return []
  if (form === 'mixed' && !isInterleaved(candidate) && !isScrambled(candidate)) return []
  // `Failed logins: 1732` is one line of a report.
  if (features.negatives >= 2 && !features.has('enter')) return []
  const isMentioned = features.hasCodeLabel || features.has('enter')
  const isInSubject = start < view.subjectEnd && !features.pointsAtSubject
  if (features.signals < 2 && (isInSubject || !isMentioned)) return []
  const last = keywords.intent[firstIndexFrom(keywords.intent, start) - 1]
  if (!last || last.end > start) return []
  const { chars, lines, cells, gap } = distanceOf(view, { before: last, after: candidate })
  if (chars > maxPurposeGap || lines + cells > 0 || !/^[^:.!?]*: ?["'«“*]?$/.test(gap)) return []
  // `Code to enter the building: 482913`.
  const label = keywords.labels[firstIndexFrom(keywords.labels, start) - 1]
  if (label && !isCodeLabel(label) && label.end > last.start) return []
  const points = 34 + 4 * Number(features.has('expiry')) + 4 * Number(features.has('enter') || features.has('share'))
  return [{ ...unlabelled(last), name: 'purpose-before', points, isBefore: true, isLinked: true }]
}

const maxFreshGap = 30

/** `The last one no longer works, here is a fresh one: 482913`. */
function freshFeatures({ keywords, features, view }: ExtractionContext, candidate: Candidate): BaseFeature[] {
  const { form, start } = candidate
  if ((form !== 'digits' && form !== 'grouped') || features.isAboutOtherNumbers) return []
  if (!features.has('stale') && !features.has('negation')) return []
  const last = keywords.fresh[firstIndexFrom(keywords.fresh, start) - 1]
  if (!last || last.end > start) return []
  const before = { start: last.start, end: wordEnd(view, last) }
  const { chars, lines, cells, sentences, gap } = distanceOf(view, { before, after: candidate })
  if (chars > maxFreshGap || lines + cells + sentences > 0) return []
  // `The last one no longer works. Now it is 482913`.
  const isNext = features.has('stale') && /^ (?:\p{L}{1,4} )?(?:\p{L}{1,8} )?$/u.test(gap)
  if (!isNext && !endsInIntroducer(gap)) return []
  return [
    { ...unlabelled(last), name: 'fresh-before', points: 41 + 3 * features.signals, isBefore: true, isLinked: true },
  ]
}

/** `482913 (5 min)`: how long the code is valid stands right behind the number. */
function expiryFeatures({ keywords, features, view }: ExtractionContext, candidate: Candidate): BaseFeature[] {
  if (
    features.isAboutOtherNumbers ||
    candidate.form === 'letters' ||
    (candidate.form === 'mixed' && !isScrambled(candidate))
  )
    return []
  const expiry = keywords.expiry[firstIndexFrom(keywords.expiry, candidate.end)]
  if (!expiry || expiry.start - candidate.end > maxExpiryChars) return []
  const { sentences, cells } = view.positions
  const gap = view.plain.slice(candidate.end, expiry.start)
  if (!/[(,\u3001]/.test(gap) && !isIntroduced(view, candidate)) return []
  // A subscription or an offer ends in a year.
  if (/20\d\d/.test(view.plain.slice(expiry.end, expiry.end + maxRequestChars))) return []
  if (sentences[expiry.start] !== sentences[candidate.start] || cells[expiry.start] !== cells[candidate.start])
    return []
  const points = features.signals >= 2 || features.hasCodeLabel ? 38 : 30
  return [{ ...unlabelled(expiry), name: 'expiry-after', points }]
}

const isIntroduced = ({ plain }: MailView, { start }: Candidate): boolean =>
  endsInIntroducer(plain.slice(Math.max(0, start - 6), start))

/** A number at the beginning of the subject, or in the subject where the body says so, or before a dash at the beginning of a line. */
function openingFeatures(context: ExtractionContext, candidate: Candidate): BaseFeature[] {
  const { features, view } = context
  const { start, end, code, form } = candidate
  if (form === 'letters' || form === 'loose' || form === 'mixed' || hasNegativeLabelInSubject(context, candidate))
    return []
  const as = (name: string, points: number): BaseFeature => ({ ...unlabelled(candidate), name, points })
  const isLong = code.length >= 5 || features.signals >= 2
  const isAboutCodes = features.signals > 0 || features.hasCodeLabel
  if (start >= view.subjectEnd) {
    const isOpening = view.plain[start - 1] === '\n' && /^ ?- /.test(view.plain.slice(end, end + 3))
    return isOpening && isLong && features.signals > 0 && !features.isAboutOtherNumbers ? [as('line-first', 36)] : []
  }
  const found: BaseFeature[] = []
  if (start === 0 && isLong && isAboutCodes && end < view.subjectEnd)
    found.push(as('subject-first', features.has('intent') ? 44 : 38))
  if (features.pointsAtSubject && (features.hasCodeLabel || features.signals >= 2 || features.has('enter')))
    found.push(as('subject-pointed', 42))
  return found
}

/** A negative label stands before it in the subject, or right behind it. */
function hasNegativeLabelInSubject(
  { keywords: { labels }, view }: ExtractionContext,
  { start, end }: Candidate,
): boolean {
  const inSubject = labels.slice(0, firstIndexFrom(labels, view.subjectEnd))
  return inSubject.some(
    (label) =>
      !isCodeLabel(label) && (label.end <= start || (label.start >= end && label.start - end <= maxExpiryChars)),
  )
}

/** Five random characters of mixed case are no other kind of number. */
function shapeFeatures({ features, view }: ExtractionContext, candidate: Candidate): BaseFeature[] {
  if (!isScrambled(candidate) || features.signals === 0 || features.isAboutOtherNumbers) return []
  const points = 28 + 6 * features.signals + (isIntroduced(view, candidate) ? 6 : 0)
  return [{ ...unlabelled(candidate), name: 'scrambled', points }]
}

const maxCommandChars = 45
const command = /(?:^|[\s"'«“„:(])\/\p{L}{2,20}(?: \p{L}{2,20})? $/u

/** `/link 482913`: the argument of a command that is typed into the chat of a game or a group. */
function commandFeatures({ features, view }: ExtractionContext, candidate: Candidate): BaseFeature[] {
  const { start, form } = candidate
  if (form === 'letters' || form === 'loose' || features.isAboutOtherNumbers) return []
  if (features.signals === 0 && !features.has('enter')) return []
  if (!command.test(view.plain.slice(Math.max(0, start - maxCommandChars), start))) return []
  return [
    {
      ...unlabelled(candidate),
      name: 'command',
      points: 50,
      proximity: directProximity,
      isStrong: true,
      isBefore: true,
      isLinked: true,
    },
  ]
}
