import type { Candidate } from '../candidates/candidate.ts'
import { firstIndexFrom } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'

const maxIntroductionChars = 200

/** Whether one of some phrases, in the order of the text, begins in the sentence of a position. */
export function isInSentence({ positions }: MailView, phrases: readonly { start: number }[], at: number): boolean {
  const { sentences } = positions
  const next = firstIndexFrom(phrases, at)
  return [phrases[next - 1], phrases[next]].some((phrase) => phrase && sentences[phrase.start] === sentences[at])
}

/**
 * Whether the sentence of a candidate has one of some phrases; for one that is alone on its line, the sentence that leads to it, or the
 * one behind it.
 */
export function isInOwnSentence(view: MailView, phrases: readonly { start: number }[], candidate: Candidate): boolean {
  if (isInSentence(view, phrases, candidate.start)) return true
  if (!candidate.isAlone) return false
  const { start, end } = candidate
  const from = Math.max(0, start - maxIntroductionChars)
  const above = view.plain.slice(from, start).trimEnd()
  const aboveAt = from + above.length - 1
  if (above.length > 0 && isInSentence(view, phrases, aboveAt)) return true
  const below = view.plain.slice(end, end + maxIntroductionChars).search(/[\p{L}\d]/u)
  return below !== -1 && isInSentence(view, phrases, end + below)
}
