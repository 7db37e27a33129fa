import type { ExtractionContext } from '../extraction-context.ts'
import { isCodeLabel } from '../keywords/keyword.ts'
import { firstIndexFrom } from '../spans.ts'
import { opensLine } from './distance.ts'
import { isNamedBy, type NamedPlace, type Place } from './feature.ts'
import { isInOwnSentence, isInSentence } from './sentence-around.ts'

const maxNextChars = 10

/** `The code of the gate is 482913`: neither a request nor a purpose or validity stands in the sentence of the number. */
export function isUnexplained({ context, candidate }: Place): boolean {
  const { view, keywords } = context
  const { enter, intent, expiry, share } = keywords
  const next = enter[firstIndexFrom(enter, candidate.end)]
  if (next && next.start - candidate.end <= maxNextChars) return false
  const own = labelledLine(context, candidate) ?? candidate
  return ![enter, intent, expiry, share].some((phrases) => isInOwnSentence(view, phrases, own))
}

/** `Code: 482913` on a line of its own: what it is for stands on the line above or below. */
function labelledLine({ view, keywords: { labels } }: ExtractionContext, candidate: Place['candidate']) {
  const label = labels[firstIndexFrom(labels, candidate.start) - 1]
  const endsLine = /^[ .]?(?:\n|$)/.test(view.plain.slice(candidate.end, candidate.end + 2))
  return label && endsLine && opensLine(view, label) ? { ...candidate, start: label.start, isAlone: true } : null
}

/** `Type 482913 into the box`: where it is typed in stands in the sentence of a number that no label plainly names. */
export function isAskedInField({ context, candidate, base }: NamedPlace): boolean {
  const { view, keywords, features } = context
  if (base.penalty > 0 || features.isAboutOtherNumbers) return false
  const isAsked = [keywords.field, keywords.enter].every((phrases) => isInOwnSentence(view, phrases, candidate))
  return isAsked && isNamedBy(base, 'weak', 'number', 'shown')
}

/** It stands in a row or below its head, in a mail with prices set in the same way. */
export function isInTable({ context: { features, view }, candidate, row }: Place): boolean {
  if (row !== null) return true
  const { start, isAlone } = candidate
  return features.hasPriceLine && (isAlone || view.plain.slice(Math.max(0, start - 2), start) === '  ')
}

const maxListChars = 120
const minListed = 3

/** `Logins: 4829. Codes sent: 48291. Failed: 1203.`: figures of a report. */
export function isListed({ context: { features, view }, candidate: { start, end, isAlone } }: Place): boolean {
  if (isAlone || features.has('enter') || features.has('expiry')) return false
  const before = view.plain.slice(Math.max(0, start - maxListChars), end)
  const [behind = ''] = view.plain.slice(end, end + maxListChars).split('\n', 1)
  const line = before.slice(before.lastIndexOf('\n') + 1) + behind
  return (line.match(/\p{L}: \d{3,}(?=[.,;]|$)/gu) ?? []).length >= minListed
}

const maxSpeechChars = 120
const quotationMark = /[«»“”„"\n]/
const lastMark = /([«»“”„"\n])([^«»“”„"\n]*)$/u
const minSpokenWords = 2

/** `He says: "A code 482913 has come, read it to me"`: words in quotation marks are another's; a code alone in them is none of these. */
export function isSpokenByOther({ context: { view }, candidate: { start, end } }: Place): boolean {
  const { plain, subjectEnd } = view
  if (start < subjectEnd) return false
  const before = plain.slice(Math.max(0, start - maxSpeechChars), start)
  const [, mark = '\n', spoken = ''] = lastMark.exec(before) ?? []
  if (mark === '\n' || mark === '»') return false
  // The same sign opens and closes: at the end of a word it closes.
  const openedAt = before.length - spoken.length - 1
  if (mark !== '«' && mark !== '„' && /[\p{L}\d.,!?]/u.test(before[openedAt - 1] ?? ' ')) return false
  const closing = quotationMark.exec(plain.slice(end, end + maxSpeechChars))?.[0] ?? '\n'
  return closing !== '\n' && (spoken.match(/\p{L}{2,}/gu) ?? []).length >= minSpokenWords
}

const deadline = /[^\d.:/](?:[01]?\d|2[0-3])[:.][0-5]\d(?![.:/]?\d)/
const maxDeadlineChars = 60

/** `… 482913 before 18:47`: a time of day behind the number, in its sentence. */
export function hasDeadline({ context: { view }, candidate: { end } }: Place): boolean {
  const time = deadline.exec(view.plain.slice(end, end + maxDeadlineChars))
  const { sentences } = view.positions
  return time !== null && sentences[end + time.index] === sentences[end]
}

const maxPairChars = 70

/** `Voucher no. 88041725, security code 3306`: the secret that belongs to the number of a card, a voucher or a meeting. */
export const isSecretOfNumber = ({ context, candidate: { start } }: Place): boolean =>
  /(?:no\b|nr\b|\p{L}{3})[.:]? (?:[A-Z]{1,3} )?[*"]?\d[\d -]{4,14}[*"]?, \p{L}+ \p{L}+:? [*"]?$/u.test(
    context.view.plain.slice(Math.max(0, start - maxPairChars), start),
  )

/** A number in a table row whose label is no label of codes. */
export function isInOtherRow({ context: { keywords }, row: own }: Place): boolean {
  const { labels, enter } = keywords
  if (own === null) return false
  const inside = labels.slice(firstIndexFrom(labels, own.start), firstIndexFrom(labels, own.end))
  if (inside.some(({ kind }) => kind === 'strong' || kind === 'ambiguous')) return false
  if ((enter[firstIndexFrom(enter, own.start)]?.start ?? own.end) < own.end && inside.every(isCodeLabel)) return false
  const last = labels[firstIndexFrom(labels, own.end) - 1]
  return last === undefined || last.end <= own.start || !isCodeLabel(last)
}

/** Whether the sentence of a number says that a code was sent in another way. */
export const isSentElsewhere = ({ context: { view, keywords }, candidate }: Place): boolean =>
  isInSentence(view, keywords.elsewhere, candidate.start)

const maxNameChars = 30
const maxCovering = 3

/** `Boat Show 2026`, `Hint: aunt 1987`: a word that is no keyword stands right before a number. */
export function isInName({ context: { view, keywords }, candidate: { start } }: Place): boolean {
  const [, word] =
    /(\p{L}[\p{L}\p{M}\d'.&]{0,29}),?[ -]$/u.exec(view.plain.slice(Math.max(0, start - maxNameChars), start)) ?? []
  if (word === undefined) return false
  const from = start - 1 - word.length
  const { labels, enter, connector, fresh, intent, field } = keywords
  return ![labels, enter, connector, fresh, intent, field].some((phrases) => {
    const next = firstIndexFrom(phrases, start)
    return phrases.slice(Math.max(0, next - maxCovering), next).some(({ end }) => end > from)
  })
}

const maxDetailChars = 80
const detail = /^[ *-]{0,4}\p{L}[^\n\t:]{1,40}(?::|\t) ?[^\n]*\d/u
/** Dates, times and addresses of computers, as mails about a sign-in have them beside the code. */
const moment = /\d{1,2}:\d\d(?::\d\d)?|\d{1,3}(?:\.\d{1,3}){3}|\d{1,4}([./-])\d{1,2}\1(?:\d{4}|\d\d)(?!\d)/g

/** `Serial no.: R4-7718`, `Pairing code: 1946`: a line of a list whose neighbours have a name and a number as well. */
export function isAmongDetails({ context: { view }, candidate: { start, end } }: Place): boolean {
  const above = view.plain
    .slice(Math.max(0, start - 2 * maxDetailChars), start)
    .split('\n')
    .filter(hasText)
  const below = view.plain
    .slice(end, end + 2 * maxDetailChars)
    .split('\n')
    .slice(1)
    .filter(hasText)
  const isRow = /\p{L}/u.test(above.pop() ?? '')
  return (
    isRow &&
    [above.at(-1) ?? '', below[0] ?? ''].some((line) => !line.includes('://') && detail.test(line.replace(moment, '')))
  )
}

const hasText = (line: string): boolean => line.trim() !== ''
