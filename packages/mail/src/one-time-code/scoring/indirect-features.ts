import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { isCodeLabel } from '../keywords/keyword.ts'
import { firstIndexFrom } from '../spans.ts'
import { type BaseFeature, keywordFeature, unlabelled } from './base-feature.ts'
import { endsInIntroducer } from './distance.ts'
import type { NearbyLabel } from './nearby-keywords.ts'
import { directProximity } from './proximity.ts'
import { isInSentence } from './sentence-around.ts'

const maxRequestGap = 14
const maxIntroducerChars = 6

/** `Your code`, and in a mail that says little else: `Hi, 4829 and you are in`. */
export function titleFeatures(
  { features, candidates, keywords, view }: ExtractionContext,
  candidate: Candidate,
): BaseFeature[] {
  const { form, start } = candidate
  const isOnly = candidates.every(({ code }) => code === candidate.code)
  if ((form !== 'digits' && form !== 'grouped') || !isOnly || !features.isTerse || features.negatives > 0) return []
  // `Re: Your code`: `Thanks, 482913 did it`.
  if (features.isReply) return []
  const label = keywords.labels[0]
  if (!label || label.start >= view.subjectEnd || start < view.subjectEnd) return []
  if ((label.kind !== 'strong' && label.kind !== 'ambiguous') || features.has('elsewhere')) return []
  const gap = view.plain.slice(Math.max(0, start - maxIntroducerChars), start)
  return [
    { ...unlabelled(label), name: 'titled-terse', points: 41 + 3 * features.signals + (endsInIntroducer(gap) ? 5 : 0) },
  ]
}

/** `To go on, type the approval code 482913 into the page`: whatever else the mail is about, such a sentence is about a code. */
export function orderFeatures(context: ExtractionContext, candidate: Candidate, labels: NearbyLabel[]): BaseFeature[] {
  const { keywords, view } = context
  if (candidate.form !== 'digits' && candidate.form !== 'grouped') return []
  const label = labels.find(({ match, isBefore, isLinked }) => isBefore && isLinked && match.kind === 'ambiguous')
  if (!label || label.proximity < directProximity) return []
  const { start } = label.match
  const request = keywords.enter[firstIndexFrom(keywords.enter, start) - 1]
  if (!request || start - request.end > maxRequestGap || !isInSentence(view, keywords.field, start)) return []
  const { sentences } = view.positions
  if (sentences[request.start] !== sentences[start] || sentences[start] !== sentences[candidate.start]) return []
  return [{ ...keywordFeature(label), name: 'ambiguous-ordered', points: 52, isStrong: true }]
}

const maxAnswerChars = 24
const maxQuestionChars = 160
const maxConnectorGap = 3

/** `You will be asked for five digits. Yours are 30518`: the sentence says no more than what the answer to the request before it is. */
export function answerFeatures(
  { features, keywords: { connector, enter, labels }, view }: ExtractionContext,
  { form, start }: Candidate,
): BaseFeature[] {
  if ((form !== 'digits' && form !== 'grouped') || features.isAboutOtherNumbers) return []
  const last = connector[firstIndexFrom(connector, start) - 1]
  if (!last || start - last.end > maxConnectorGap) return []
  const { sentences } = view.positions
  const own = sentences[start] ?? 0
  const request = enter[firstIndexFrom(enter, start) - 1]
  if (!request || start - request.start > maxQuestionChars || own - (sentences[request.start] ?? 0) !== 1) return []
  if (sentences[start - maxAnswerChars] === own) return []
  const since = labels.slice(firstIndexFrom(labels, request.start - maxAnswerChars), firstIndexFrom(labels, start))
  if (since.some((label) => !isCodeLabel(label) || sentences[label.start] === own)) return []
  return [{ ...unlabelled(request), name: 'answer', points: 40 + 3 * features.signals, isBefore: true, isLinked: true }]
}
