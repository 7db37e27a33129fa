import { isInterleaved } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { isCodeLabel, type KeywordMatch } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'
import { endsInIntroducer } from './distance.ts'
import { type Evidence, isNumber, type Place, unlabelled } from './feature.ts'
import { directProximity } from './proximity.ts'

const maxIntroducerChars = 6

/** Whether a colon or the like stands right before a number. */
export const isIntroduced = ({ plain }: MailView, { start }: Span): boolean =>
  endsInIntroducer(plain.slice(Math.max(0, start - maxIntroducerChars), start))

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

const maxLabelGap = 14

/** A number that no negative label in the subject stands before, or right behind. */
function mayOpen({ context: { keywords, view }, candidate }: Place): boolean {
  if (!isNumber(candidate)) return false
  const { start, end } = candidate
  const inSubject = keywords.labels.slice(0, firstIndexFrom(keywords.labels, view.subjectEnd))
  return !inSubject.some(
    (label) => !isCodeLabel(label) && (label.end <= start || (label.start >= end && label.start - end <= maxLabelGap)),
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
