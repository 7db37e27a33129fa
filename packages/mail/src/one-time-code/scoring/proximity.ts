import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import type { KeywordKind, KeywordMatch } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'
import {
  columnHead,
  type Distance,
  distanceOf,
  endsInIntroducer,
  isSameColumn,
  opensLine,
  rowLabel,
  wordEnd,
} from './distance.ts'
import { isInOwnSentence } from './sentence-around.ts'

/** From this proximity on, a label stands right at the number. */
export const directProximity = 50
const maxChars = 600

/** Points, up to 60, for how plainly a phrase refers to a candidate behind it. */
export function proximityBefore(
  context: ExtractionContext,
  phrase: Span & { kind?: string },
  candidate: Candidate,
): number {
  const { view } = context
  const end = wordEnd(view, phrase)
  if (end > candidate.start) return 60
  const distance = distanceOf(view, { before: { start: phrase.start, end }, after: candidate })
  if (distance.chars > maxChars) return 0
  const head = columnHead(view, candidate)
  if (head !== null && phrase.start >= head.start && phrase.start < head.end) return 57
  const proximity = proximityByLayout(view, { phrase, candidate, distance })
  if (hasOwnLabel(context, end, candidate)) return proximity * 0.5
  if (phrase.kind !== 'negative' && distance.lines === 0 && isNamedByOther(context, distance.gap, candidate))
    return proximity * 0.6
  const isNegative = phrase.kind === 'negative'
  if (isNegative && distance.lines > 0 && hasSentenceEnd(distance.gap) && isSpokenOf(context, candidate))
    return proximity * (hasOwnNumber(view, { start: phrase.start, end }) ? 0.15 : 0.4)
  if (!isTakenByOther(context, { start: end, end: candidate.start }, isNegative)) return proximity
  return proximity * (isNegative ? 0.15 : 0.4)
}

/** Whether the sentence before or behind a number on a line of its own requests it or names a code. */
function isSpokenOf(
  { view, keywords: { enter }, candidates, features }: ExtractionContext,
  candidate: Candidate,
): boolean {
  if (!candidate.isAlone) return false
  const isOnly = candidates.length === 1 && candidate.form === 'digits' && !features.isAboutOtherNumbers
  if (isOnly && features.signals >= 2 && features.hasCodeLabel) return true
  return isInOwnSentence(view, enter, candidate) || isInOwnSentence(view, features.likelyLabels, candidate)
}

const maxNounChars = 40

/** `The code was refused, request 7730215`: a word behind a comma that is no keyword names the number. */
function isNamedByOther({ keywords }: ExtractionContext, gap: string, { start }: Candidate): boolean {
  const own = /[,;]["'»”]? (\p{L}{3,24}(?: \p{L}{1,2}\.?)? )$/u.exec(gap.slice(-maxNounChars))
  if (!own) return false
  const from = start - (own[1]?.length ?? 0)
  const { enter, connector, fresh, intent, labels } = keywords
  return ![enter, connector, fresh, intent, labels].some(
    (phrases) => (phrases[firstIndexFrom(phrases, from)]?.start ?? start) < start,
  )
}

const maxUnitGap = 3
const maxOwnGap = 8

/** `149 dollars`, `shipment no. 7290 4418 0032`: a number stands beside the phrase. */
function hasOwnNumber({ plain }: MailView, { start, end }: Span): boolean {
  return (
    /\d[ .]{0,2}$/.test(plain.slice(Math.max(0, start - maxUnitGap), start)) ||
    /^[^\p{L}\d\n]{0,5}[\p{L}\d/-]{0,3}\d/u.test(plain.slice(end, end + maxOwnGap))
  )
}

/** Whether a sentence ends between a phrase and the line of a candidate: what introduces the candidate is the sentence behind it. */
const hasSentenceEnd = (gap: string): boolean => /[.!?…。؟।]["'»”)]{0,2}\s+["'«“(]?(?:\p{L}|$)/u.test(gap)

function proximityByLayout(
  view: MailView,
  { phrase, candidate, distance }: { phrase: Span; candidate: Candidate; distance: Distance },
): number {
  if (distance.lines > 0) return proximityAcrossLines(view, { phrase, candidate, distance })
  if (distance.cells === 0) return proximityWithinCell(distance)
  return columnHead(view, candidate) === null ? proximityAcrossCells(distance, candidate) : 5
}

function proximityWithinCell({ chars, sentences, gap }: Distance): number {
  if (sentences === 0) {
    if (chars <= 60 && endsInIntroducer(gap)) return /[,;(]/.test(gap) ? 46 : 60
    if (chars <= 25) return 58
    if (chars <= 60) return 50
    return chars <= 110 ? 44 : chars <= 200 ? 32 : 12
  }
  if (sentences > 1) return 8
  return chars <= 12 ? 32 : chars <= 60 ? 25 : 10
}

function proximityAcrossCells({ chars, cells }: Distance, { isAlone }: Candidate): number {
  if (chars > 120) return 15
  const proximity = cells === 1 ? 58 : cells === 2 ? 40 : 15
  return isAlone ? proximity : proximity * 0.8
}

function proximityAcrossLines(
  view: MailView,
  { phrase, candidate, distance }: { phrase: Span; candidate: Candidate; distance: Distance },
): number {
  const { chars, lines, sentences, gap } = distance
  if (!candidate.isAlone) {
    if (lines <= 2 && chars <= 160 && opensLine(view, candidate) && endsInIntroducer(gap)) return 50
    if (lines > 1 || chars > 160) return 5
    return sentences === 0 ? (chars <= 100 ? 44 : 30) : 10
  }
  if (lines === 1) {
    if (!isSameColumn(view, phrase, candidate)) return 5
    if (endsInIntroducer(gap)) return 57
    return chars <= 30 ? 53 : chars <= 160 ? 48 : 38
  }
  if (lines <= 4 && chars <= 300) return (endsInIntroducer(gap) ? 48 : 44) - 4 * (lines - 2)
  return lines <= 8 ? 20 : 5
}

/** Points, up to 58, for how plainly a phrase refers to a candidate before it: `482913 is your code`. */
export function proximityAfter(
  context: ExtractionContext,
  phrase: Span & { kind?: KeywordKind },
  candidate: Candidate,
): number {
  const { view, features } = context
  const { chars, lines, cells, sentences } = distanceOf(view, { before: candidate, after: phrase })
  if (chars > 120) return 0
  if (lines + cells + sentences === 0 && isConnected(context, candidate, phrase)) return 58
  if (isLabelOfNext(context, phrase, candidate)) return 0
  // `… 482913 verification code`, in languages with the noun behind the number.
  if (chars === 1 && lines + cells + sentences === 0 && phrase.kind === 'strong') return 52
  if (lines > 0 && hasCandidateWithin(context, { start: candidate.end, end: phrase.start })) return 0
  if (sentences === 1 && chars <= maxOpeningGap && isWholeSentence(view, candidate)) return 36
  if (lines > 0)
    return candidate.isAlone && lines === 1 ? (chars <= 30 ? 38 : 32) : sentences === 0 && lines === 1 ? 34 : 0
  if (cells > 0) return cells === 1 ? 25 : 0
  if (sentences > 0) return sentences === 1 && chars <= 40 && features.has('intent') && features.has('expiry') ? 24 : 0
  const isFirst = candidate.start === 0 || view.plain[candidate.start - 1] === '\n'
  const proximity = (chars <= 12 ? 45 : chars <= 25 ? 35 : chars <= 60 ? 22 : 12) + (isFirst ? 5 : 0)
  // A new clause is about something new.
  return /[,.:;()[\]-]/.test(view.plain.slice(candidate.end, phrase.start)) ? proximity * 0.6 : proximity
}

const maxOpeningGap = 30

/** `482913. Type it in …`: nothing else stands in its sentence, at the beginning of a line. */
export const isWholeSentence = (view: MailView, { start, end, form }: Candidate): boolean =>
  form !== 'letters' && /^["'»”]?[.!](?: |\n)/.test(view.plain.slice(end, end + 3)) && opensLine(view, { start, end })

const hasCandidateWithin = ({ candidates }: ExtractionContext, { start, end }: Span): boolean =>
  (candidates[firstIndexFrom(candidates, start)]?.end ?? end + 1) <= end

/** `482913 is your code`, `482913 - your code`: a connector or a dash joins the number to the phrase behind it. */
function isConnected({ view, keywords: { connector } }: ExtractionContext, candidate: Span, phrase: Span): boolean {
  const gap = view.plain.slice(candidate.end, phrase.start)
  if (
    gap.length <= maxNameChars &&
    /^ ?- /.test(gap) &&
    /^\s*$/.test(view.plain.slice(Math.max(0, candidate.start - 1), candidate.start))
  )
    return true
  const next = connector[firstIndexFrom(connector, candidate.end)]
  return (
    next !== undefined &&
    next.start - candidate.end <= 12 &&
    next.start < phrase.end &&
    phrase.start - next.end <= maxNameChars
  )
}

/** Whether a phrase behind one number introduces the next. */
function isLabelOfNext(context: ExtractionContext, phrase: Span, candidate: Candidate): boolean {
  const { candidates, view } = context
  const next = candidates[firstIndexFrom(candidates, phrase.end)]
  if (!next || next.code === candidate.code || next.start - phrase.end > 120) return false
  if (hasNegativeLabel(context, phrase.end, next)) return false
  const distance = distanceOf(view, { before: { start: phrase.start, end: wordEnd(view, phrase) }, after: next })
  return proximityByLayout(view, { phrase, candidate: next, distance }) >= directProximity
}

/** Whether a phrase leads to a candidate behind it without other words: `code: 482913`, `your PIN is 4829`, or across lines and cells. */
export function isLinked(
  { view, keywords: { connector, intent } }: ExtractionContext,
  phrase: KeywordMatch,
  candidate: Candidate,
): boolean {
  const end = wordEnd(view, phrase)
  const { cells } = view.positions
  if ((cells[end] ?? 0) !== (cells[candidate.start] ?? 0)) return true
  const gap = view.plain.slice(end, Math.min(candidate.start, end + maxChars))
  if (!/\p{L}/u.test(gap)) return true
  if (endsInIntroducer(gap)) {
    if (phrase.kind === 'strong' || phrase.kind === 'ambiguous') return true
    // `Code to sign in: 4829`, but not `Code of the offer: 4829`.
    const purpose = intent[firstIndexFrom(intent, end)]
    if (purpose && purpose.end <= candidate.start) return true
  }
  const last = connector[firstIndexFrom(connector, candidate.start) - 1]
  return last !== undefined && last.end >= end && candidate.start - last.end <= 3
}

/**
 * Whether the phrase before a gap belongs to another number within the gap. It does not where that number is only part of the text
 * that introduces the candidate, nor, for a label of codes, where that number has a negative label.
 */
function isTakenByOther(context: ExtractionContext, gap: Span, isNegative: boolean): boolean {
  const { candidates } = context
  const candidate = candidates[firstIndexFrom(candidates, gap.end)]
  for (let at = firstIndexFrom(candidates, gap.start); at < candidates.length; at++) {
    const other = candidates[at]
    if (!other || other.end > gap.end) return false
    if (other.code === candidate?.code || (!other.isAlone && candidate?.isAlone)) continue
    if (isNegative || !(isPartOfNextLabel(context, other) || hasNegativeLabel(context, gap.start, other))) return true
  }
  return false
}

/**
 * `The code for order 8847201: 482913`: a number that a colon joins to the next one is part of its label. Behind a mark more may stand
 * between: `Code for transfer no. 71840293 of 16 March: 386205`.
 */
function isPartOfNextLabel({ view, candidates }: ExtractionContext, { end, hasMark }: Candidate): boolean {
  const next = candidates[firstIndexFrom(candidates, end)]
  if (next === undefined || next.start - end > maxLabelChars) return false
  const gap = view.plain.slice(end, next.start)
  return hasMark ? /^[^\n:]*: ?\n?[*"']{0,2}$/.test(gap) : /^ ?: ?\n?[*"']{0,2}$/.test(gap)
}

const maxLabelChars = 60

/** `The code for order 8847201 is …`: the number belongs to the negative label before it. */
function hasNegativeLabel({ keywords: { labels } }: ExtractionContext, from: number, { start }: Candidate): boolean {
  const label = labels[firstIndexFrom(labels, start) - 1]
  return label?.kind === 'negative' && label.start >= from && start - label.end <= maxNameChars
}

const maxNameChars = 20

/** Whether the candidate's row has a label of its own that is no keyword. */
function hasOwnLabel({ view, keywords: { labels } }: ExtractionContext, from: number, candidate: Candidate): boolean {
  const own = rowLabel(view, candidate)
  if (own === null || own.start < from) return false
  const last = labels[firstIndexFrom(labels, own.end) - 1]
  return last === undefined || last.end <= own.start
}
