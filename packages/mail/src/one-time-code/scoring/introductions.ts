import { isInterleaved, isScrambled } from '../candidates/candidate.ts'
import { isCodeLabel } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'
import { distanceOf, endsInIntroducer, wordEnd } from './distance.ts'
import { type Evidence, isNumber, type Place, unlabelled } from './feature.ts'

const maxIntroducerChars = 6

/** Whether a colon or the like stands right before a number. */
export const isIntroduced = ({ plain }: MailView, { start }: Span): boolean =>
  endsInIntroducer(plain.slice(Math.max(0, start - maxIntroducerChars), start))

const maxPurposeGap = 40

/** `To sign in: 482913`: what a code is for introduces the number. */
export function purposeBefore({ context, candidate }: Place): Evidence[] {
  const { keywords, features, view } = context
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
  return [unlabelled(last, { isBefore: true, isLinked: true })]
}

const maxFreshGap = 30

/** `The last one no longer works, here is a fresh one: 482913`. */
export function freshBefore({ context, candidate }: Place): Evidence[] {
  const { keywords, features, view } = context
  if (!isNumber(candidate) || features.isAboutOtherNumbers) return []
  if (!features.has('stale') && !features.has('negation')) return []
  const last = keywords.fresh[firstIndexFrom(keywords.fresh, candidate.start) - 1]
  if (!last || last.end > candidate.start) return []
  const before = { start: last.start, end: wordEnd(view, last) }
  const { chars, lines, cells, sentences, gap } = distanceOf(view, { before, after: candidate })
  if (chars > maxFreshGap || lines + cells + sentences > 0) return []
  // `The last one no longer works. Now it is 482913`.
  const isNext = features.has('stale') && /^ (?:\p{L}{1,4} )?(?:\p{L}{1,8} )?$/u.test(gap)
  return isNext || endsInIntroducer(gap) ? [unlabelled(last, { isBefore: true, isLinked: true })] : []
}

const maxExpiryChars = 14
const maxYearChars = 26

/** `482913 (5 min)`: how long the code is valid stands right behind the number. */
export function expiryBehind({ context, candidate }: Place): Evidence[] {
  const { keywords, features, view } = context
  const { form, start, end } = candidate
  if (features.isAboutOtherNumbers || (features.signals < 2 && !features.hasCodeLabel)) return []
  if (form === 'letters' || (form === 'mixed' && !isScrambled(candidate))) return []
  const expiry = keywords.expiry[firstIndexFrom(keywords.expiry, end)]
  if (!expiry || expiry.start - end > maxExpiryChars) return []
  const { sentences, cells } = view.positions
  if (!/[(,\u3001]/.test(view.plain.slice(end, expiry.start)) && !isIntroduced(view, candidate)) return []
  // A subscription or an offer ends in a year.
  if (/20\d\d/.test(view.plain.slice(expiry.end, expiry.end + maxYearChars))) return []
  const isBeside = sentences[expiry.start] === sentences[start] && cells[expiry.start] === cells[start]
  return isBeside ? [unlabelled(expiry)] : []
}

const isAboutCodes = ({ features }: Place['context']): boolean => features.signals > 0 || features.hasCodeLabel

const isLong = ({ context: { features }, candidate: { code } }: Place): boolean =>
  code.length >= 5 || features.signals >= 2

/** `482913 - your login at Orbit`: the subject begins with the number. */
export function subjectBegins(place: Place): Evidence[] {
  const { context, candidate } = place
  const begins = candidate.start === 0 && candidate.end < context.view.subjectEnd
  return begins && isLong(place) && isAboutCodes(context) && mayOpen(place) ? [unlabelled(candidate)] : []
}

/** The body says that the number stands in the subject. */
export function pointedAt(place: Place): Evidence[] {
  const { features, view } = place.context
  const { start, end } = place.candidate
  if (start >= view.subjectEnd || !features.pointsAtSubject || !mayOpen(place)) return []
  // `Sleep better today 58213`: senders of advertising put random numbers at the end of a subject.
  const isAtEnd = start > 0 && !/[\p{L}\p{N}]/u.test(view.plain.slice(end, view.subjectEnd))
  if (isAtEnd && !features.pointsAtCodeInSubject && !isIntroduced(view, place.candidate)) return []
  const isAbout = features.hasCodeLabel || features.signals >= 2 || features.has('enter')
  return isAbout ? [unlabelled(place.candidate)] : []
}

/** `482913 - to sign in at Orbit` at the beginning of a line. */
export function lineBegins(place: Place): Evidence[] {
  const { context, candidate } = place
  const { start, end } = candidate
  const { plain, subjectEnd } = context.view
  if (start < subjectEnd || plain[start - 1] !== '\n' || !/^ ?- /.test(plain.slice(end, end + 3))) return []
  const isFree = context.features.signals > 0 && !context.features.isAboutOtherNumbers
  return isFree && isLong(place) && mayOpen(place) ? [unlabelled(candidate)] : []
}

/** A number that no negative label in the subject stands before, or right behind. */
function mayOpen({ context: { keywords, view }, candidate }: Place): boolean {
  if (!isNumber(candidate)) return false
  const { start, end } = candidate
  const inSubject = keywords.labels.slice(0, firstIndexFrom(keywords.labels, view.subjectEnd))
  return !inSubject.some(
    (label) =>
      !isCodeLabel(label) && (label.end <= start || (label.start >= end && label.start - end <= maxExpiryChars)),
  )
}

const maxCommandChars = 45
const command = /(?:^|[\s"'«“„:(])\/\p{L}{2,20}(?: \p{L}{2,20})? $/u

/** `/link 482913`: the argument of a command that is typed into the chat of a game or a group. */
export function commandBefore({ context: { features, view }, candidate }: Place): Evidence[] {
  const { start, form } = candidate
  if (form === 'letters' || form === 'loose' || features.isAboutOtherNumbers) return []
  if (features.signals === 0 && !features.has('enter')) return []
  const isArgument = command.test(view.plain.slice(Math.max(0, start - maxCommandChars), start))
  return isArgument ? [unlabelled(candidate, { proximity: 50, isStrong: true, isBefore: true, isLinked: true })] : []
}
