import { isCouponLike, isInterleaved, isScrambled } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { isCodeLabel, type KeywordMatch } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'
import { type Evidence, isNumber, keywordEvidence, type Place, unlabelled } from './feature.ts'
import { directProximity, isWholeSentence } from './proximity.ts'

const maxRequestChars = 26
const maxAloneRequestChars = 60
const maxNameGap = 14

/** `Enter 482913 on the page`: no word for a code, but a request for the number. */
export function requestsFor({ context, candidate, requests }: Place, side: 'before' | 'after'): Evidence[] {
  const { features } = context
  if (candidate.form === 'letters' || isCouponLike(candidate)) return []
  if (candidate.form === 'mixed' && !features.has('intent') && !features.has('expiry') && !isScrambled(candidate))
    return []
  return requests
    .filter(({ match, isBefore, proximity }) => {
      return isBefore === (side === 'before') && proximity > 0 && isRequested(context, match, candidate)
    })
    .map((request) => ({
      ...keywordEvidence(request),
      proximity: Math.min(request.proximity, directProximity - 1),
    }))
}

function isRequested(context: ExtractionContext, request: Span, candidate: Place['candidate']): boolean {
  const chars = Math.max(candidate.start - request.end, request.start - candidate.end)
  if (isWholeSentence(context.view, candidate) && request.start > candidate.end && chars <= maxAloneRequestChars)
    return true
  if (candidate.isAlone && !isInRow(context.view, candidate))
    return chars <= (context.features.isAboutOtherNumbers ? maxNameGap : maxAloneRequestChars)
  const { lines, sentences } = context.view.positions
  const isSame = (positions: Uint16Array): boolean => positions[request.start] === positions[candidate.start]
  const isNear =
    chars <= maxRequestChars ||
    (chars <= maxAloneRequestChars &&
      (hasLabelRightBefore(context, request, candidate) || isFieldBetween(context, candidate, request)))
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
function hasLabelRightBefore(
  { keywords: { labels }, features }: ExtractionContext,
  request: Span,
  { start }: Span,
): boolean {
  const label = labels[firstIndexFrom(labels, start) - 1]
  if (label === undefined || !isCodeLabel(label)) return false
  if (features.isAboutOtherNumbers && label.kind !== 'strong' && label.kind !== 'ambiguous') return false
  return label.start >= request.end && start - label.end <= maxNameGap
}

const maxRowChars = 80

/** Two other cells or more stand on its line. */
function isInRow({ plain }: MailView, { start, end }: Span): boolean {
  const before = plain.slice(Math.max(0, start - maxRowChars), start)
  const [behind = ''] = plain.slice(end, end + maxRowChars).split('\n', 1)
  return (before.slice(before.lastIndexOf('\n') + 1) + behind).split('\t').length > 2
}

const maxNounGap = 3

/** `… the 482913 digits`, as languages with the noun behind the number say. */
export function hasNounBehind({ context: { keywords }, candidate: { end } }: Place): boolean {
  const { labels } = keywords
  const next = labels[firstIndexFrom(labels, end)]
  return next !== undefined && isCodeLabel(next) && next.start - end <= maxNounGap
}

const maxAnnouncing = 8
const maxAnnouncingGap = 6

/** The matches in the sentence that ends in a colon above a number that is alone; null where there is no such colon. */
function inSentenceAbove({ context: { view }, candidate }: Place) {
  if (!candidate.isAlone || (!isNumber(candidate) && !isInterleaved(candidate))) return null
  const { start } = candidate
  const above = view.plain.slice(Math.max(0, start - maxAnnouncingGap), start)
  if (!/:\s*$/.test(above)) return null
  const colonAt = start - above.length + above.lastIndexOf(':')
  const { sentences } = view.positions
  return <Match extends KeywordMatch>(matches: Match[]): Match[] => {
    const next = firstIndexFrom(matches, colonAt)
    return matches
      .slice(Math.max(0, next - maxAnnouncing), next)
      .filter((match) => sentences[match.start] === sentences[colonAt])
  }
}

/** `Enter this code on the page of your booking:` and below it the number: whatever else the sentence names. */
export function announcementOf(place: Place): Evidence[] {
  const inSentence = inSentenceAbove(place)
  if (!inSentence || place.candidate.form === 'mixed') return []
  const { labels, enter, intent } = place.context.keywords
  const label = inSentence(labels).find(isAnnouncing)
  if (!label || inSentence(enter).length + inSentence(intent).length === 0) return []
  const known = { proximity: directProximity, isStrong: label.kind !== 'weak', isBefore: true, isLinked: true }
  return [unlabelled(label, known)]
}

const isAnnouncing = (label: ExtractionContext['keywords']['labels'][number]): boolean =>
  isCodeLabel(label) && label.kind !== 'number' && !label.isPassword

const maxAnswerChars = 24
const maxQuestionChars = 160
const maxConnectorGap = 3

/** `You will be asked for five digits. Yours are 30518`: the sentence says no more than what the answer to the request before it is. */
export function answerTo({ context, candidate }: Place): Evidence[] {
  const { features, keywords, view } = context
  const { connector, enter, labels } = keywords
  const { start } = candidate
  if (!isNumber(candidate) || features.isAboutOtherNumbers) return []
  const last = connector[firstIndexFrom(connector, start) - 1]
  if (!last || start - last.end > maxConnectorGap) return []
  const { sentences } = view.positions
  const own = sentences[start] ?? 0
  const request = enter[firstIndexFrom(enter, start) - 1]
  if (!request || start - request.start > maxQuestionChars || own - (sentences[request.start] ?? 0) !== 1) return []
  if (sentences[start - maxAnswerChars] === own) return []
  const since = labels.slice(firstIndexFrom(labels, request.start - maxAnswerChars), firstIndexFrom(labels, start))
  if (since.some((label) => !isCodeLabel(label) || sentences[label.start] === own)) return []
  return [unlabelled(request, { isBefore: true, isLinked: true })]
}
