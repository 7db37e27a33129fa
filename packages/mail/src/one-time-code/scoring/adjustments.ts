import { styleBits } from '../../html/text-style.ts'
import {
  type Candidate,
  isConsonantsAndDigits,
  isCouponLike,
  isInterleaved,
  isNamedOffer,
  isScrambled,
} from '../candidates/candidate.ts'
import type { ExtractionContext, MailFeatures } from '../extraction-context.ts'
import type { WordPatterns } from '../keywords/word-patterns.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'
import type { BaseScore } from './base-score.ts'
import { lineAbove, opensLine, rowLabel, wordEnd } from './distance.ts'
import { isPartOfNextLabel } from './proximity.ts'
import { isInOwnSentence, isInSentenceBefore } from './sentence-around.ts'

/** A feature of a candidate or its mail and the points that it adds to the base score or takes from it. */
export type Adjustment = [feature: string, points: number]

/** Adjustments for how the candidate is presented. */
export function presentationAdjustments({ view, features }: ExtractionContext, candidate: Candidate): Adjustment[] {
  const { start, isAlone } = candidate
  const style = view.styleAt(start)
  const has = (bit: number): boolean => (style & bit) !== 0
  const adjustments: Adjustment[] = []
  if (isAlone) adjustments.push(rowLabel(view, candidate) === null ? ['alone', 18] : ['in-row', 2])
  if (has(styleBits.isLarge) && isAlone) adjustments.push(['large', 8])
  if (has(styleBits.isSpaced)) adjustments.push(['spaced', 5])
  else if (has(styleBits.isMonospace | styleBits.isBold)) adjustments.push(['set-off', 3])
  if (has(styleBits.isLink)) adjustments.push(['link', -12])
  // Who answers, and does not forward, knows the code already.
  if (has(styleBits.isQuoted))
    adjustments.push(features.isReply || features.asksAnew ? ['answered', -90] : ['quoted', -12])
  if (has(styleBits.isFooter) || (view.footerAt !== -1 && start > view.footerAt)) adjustments.push(['footer', -25])
  return adjustments
}

/** Adjustments for the characters of the candidate. */
export function formAdjustments({ patterns }: ExtractionContext, candidate: Candidate, base: BaseScore): Adjustment[] {
  const { form } = candidate
  const { feature, isDirect } = base
  const adjustments: Adjustment[] = [['', shapePoints(candidate)]]
  if (form !== 'mixed' && !isPlainlyNamed(base) && base.feature !== 'subject-pointed')
    adjustments.push(...numberAdjustments(candidate, base, patterns))
  if (candidate.hasMark && !isPlainlyNamed(base)) adjustments.push(['marked', -25])
  if (candidate.hasPrefix && !(isDirect && /^(?:strong|ambiguous)/.test(feature))) adjustments.push(['prefix', -15])
  if (isScrambled(candidate)) adjustments.push(['scrambled', 12])
  if (sample.test(candidate.code) && !candidate.isAlone && !isPlainlyNamed(base)) adjustments.push(['sample', -40])
  return adjustments
}

/** What stands for a code within a sentence that explains codes; on its own line, or plainly named, it is one: codes are random. */
const sample = /^(?:12345(?:6(?:78?)?)?|987654|654321|(\d)\1{4,})$/

/** `Your code is 500000` and `500000 is your code`, but not `A code has 1000000 combinations`: codes are random, and some are round. */
export const isPlainlyNamed = ({ isDirect, isStrong, isLinked }: BaseScore): boolean => isDirect && isStrong && isLinked

/** A number that looks like a count or a date is none, unless the mail plainly names it. */
function numberAdjustments(
  { form, code, isAlone }: Candidate,
  { feature, isDirect }: BaseScore,
  { isYear }: WordPatterns,
): Adjustment[] {
  const adjustments: Adjustment[] = []
  const unnamed = isAlone && feature.startsWith('enter') ? -20 : -40
  if (form === 'digits' && code.length === 4 && isYear(code)) return [['year', isDirect ? -8 : unnamed]]
  if (form === 'digits' && /^20[0-4]\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.test(code)) adjustments.push(['date', -15])
  // The more zeros at its end, the more likely it counts something.
  if (/0{4}$/.test(code)) adjustments.push(['round', unnamed])
  else if (/000$/.test(code) || (!isDirect && /00$/.test(code))) adjustments.push(['round', -12])
  return adjustments
}

function shapePoints(candidate: Candidate): number {
  const { form, code, isAlone } = candidate
  if (form === 'letters') return -10
  if (form === 'loose') return -8
  if (form === 'mixed') return /[A-Z]/.test(code) ? 3 : isAlone || isInterleaved(candidate) ? 0 : -8
  if (code.length === 6) return 11
  return code.length <= 8 ? 6 : -10
}

/** Adjustments for the rest of the mail. */
export function mailAdjustments(context: ExtractionContext, candidate: Candidate, base: BaseScore): Adjustment[] {
  const { features } = context
  const adjustments = signalAdjustments(features, base)
  if (features.isAboutOtherNumbers) {
    const negatives = Math.min(features.negatives, 5)
    // Gift cards have a PIN that is to be typed in, too.
    const isGiftCard = base.feature.endsWith('weak-asked') && features.signals < 2 && features.hasAmounts
    const isNamedBehind = base.feature.startsWith('ambiguous-after') && base.isLinked
    const isLikely = base.isStrong || isNamedBehind || (base.feature.startsWith('enter') && !isGiftCard)
    const isPlain = base.isStrong && base.isDirect && base.isLinked && features.has('enter')
    adjustments.push(['about-else', isPlain ? -4 - negatives : isLikely ? -8 - negatives : -16 - 2 * negatives])
  }
  if (candidate.form === 'mixed' && !base.isStrong && features.hasPercentage) adjustments.push(['percentage', -20])
  if (!base.isStrong && features.isTechnical) adjustments.push(['technical', -18])
  if (isMerelyCalledSo(context, candidate, base)) adjustments.push(['unasked', -12])
  if (base.feature.startsWith('weak-before')) adjustments.push(...qualifierAdjustments(context, candidate))
  if (isAskedInField(context, candidate, base)) adjustments.push(['field', features.isAboutOtherNumbers ? 4 : 7])
  if (features.hasMeetingNumber && /^(?:weak|ambiguous)/.test(base.feature)) adjustments.push(['room', -45])
  else if (features.has('room')) adjustments.push(['room', -45])
  // What a bank calls an authorisation code identifies the payment and is not to be typed in.
  const isSecretCode = base.isStrong && features.has('share')
  if (
    !features.hasStrongInSubject &&
    features.isReceipt &&
    (isInTable(context, candidate) || (features.showsCard && !isSecretCode))
  )
    adjustments.push(['receipt', -45])
  if (hasFormOfOffers(candidate) && !base.isStrong && features.negatives > 0)
    adjustments.push(['offer', (isInterleaved(candidate) ? -2 : -5) * Math.min(features.negatives, 3)])
  const looksRandom = isConsonantsAndDigits(candidate) && !features.isAboutOtherNumbers
  if (isNamedOffer(candidate) && features.hasAmounts) adjustments.push(['coupon', -60])
  else if (isCouponLike(candidate) && !looksRandom) adjustments.push(['coupon', -30])
  if (hasDeadline(context, candidate)) adjustments.push(['deadline', 6])
  if (isRequestedBehind(context, candidate, base)) adjustments.push(['asked-behind', 6])
  adjustments.push(...otherChannelAdjustments(context, candidate, base))
  if (isPartOfNextLabel(context, candidate)) adjustments.push(['heads-another', -40])
  if (isSpokenByOther(context, candidate)) adjustments.push(['spoken', -45])
  if (isListed(context, candidate)) adjustments.push(['listed', -45])
  return adjustments
}

const maxBehindChars = 14

/** `The code 482913 confirms your address. Type it in …`: the request is the beginning of the next sentence. */
function isRequestedBehind(
  { view, keywords: { enter }, features }: ExtractionContext,
  { start, end, form }: Candidate,
  { isLinked, isDirect, penalty }: BaseScore,
): boolean {
  if (!(isDirect || isLinked) || penalty > 0 || features.isAboutOtherNumbers) return false
  const next = enter[firstIndexFrom(enter, end)]
  if (next === undefined || (form !== 'digits' && form !== 'grouped')) return false
  const { sentences } = view.positions
  const own = sentences[next.start] ?? 0
  if (own - (sentences[start] ?? 0) !== 1) return false
  let from = next.start
  while (from > end && next.start - from < maxBehindChars && sentences[from - 1] === own) from--
  return !/\p{L}/u.test(view.plain.slice(from, next.start))
}

const maxNextChars = 10

/** `The code of the gate is 482913`: a weak label, and neither a request nor a purpose or validity in its sentence. */
function isMerelyCalledSo(
  { view, keywords, features }: ExtractionContext,
  candidate: Candidate,
  base: BaseScore,
): boolean {
  if (!base.feature.startsWith('weak-before') || features.hasStrongInSubject || isInterleaved(candidate)) return false
  const { enter, intent, expiry, share } = keywords
  const next = enter[firstIndexFrom(enter, candidate.end)]
  if (next && next.start - candidate.end <= maxNextChars) return false
  const line = labelledLine(view, keywords.labels, candidate)
  return ![enter, intent, expiry, share].some((phrases) => isInOwnSentence(view, phrases, line ?? candidate))
}

/** `Code: 482913` on a line of its own: what it is for stands on the line above or below. */
function labelledLine(view: MailView, labels: readonly Span[], candidate: Candidate): Candidate | null {
  const { plain } = view
  const label = labels[firstIndexFrom(labels, candidate.start) - 1]
  if (
    label === undefined ||
    !opensLine(view, label) ||
    !/^[ .]?(?:\n|$)/.test(plain.slice(candidate.end, candidate.end + 2))
  )
    return null
  return { ...candidate, start: label.start, isAlone: true }
}

/** `Type 482913 into the box`: where it is typed in stands in the sentence of a number that no label plainly names. */
function isAskedInField(
  { view, keywords, features }: ExtractionContext,
  candidate: Candidate,
  base: BaseScore,
): boolean {
  if (base.penalty > 0) return false
  if (!isInOwnSentence(view, keywords.field, candidate))
    return base.feature.startsWith('enter') && isInSentenceBefore(view, keywords.field, candidate)
  if (base.feature.startsWith('enter')) return !(features.isAboutOtherNumbers && base.feature.endsWith('weak-asked'))
  if (features.isAboutOtherNumbers) return false
  const isLoose = ['weak', 'number', 'shown'].some((name) => base.feature.startsWith(name))
  return isLoose && isInOwnSentence(view, keywords.enter, candidate)
}

/** `Arkivkode`, `Código de documento`: the word for codes is part of a name that is no keyword. */
function qualifierAdjustments({ view, keywords: { labels } }: ExtractionContext, candidate: Candidate): Adjustment[] {
  const label = labels[firstIndexFrom(labels, candidate.start) - 1]
  if (label?.kind !== 'weak') return []
  if (/[a-z\u00c0-\u04ff]/i.test(view.plain[label.start - 1] ?? ' ')) return [['compound', -25]]
  const head = rowLabel(view, candidate) ?? lineAbove(view, candidate)
  const isHead = head !== null && label.start >= head.start
  return isHead && /\p{L}{4}/u.test(view.plain.slice(wordEnd(view, label), head.end)) ? [['qualified', -20]] : []
}

/** It stands in a row or below its head, in a mail with prices set in the same way. */
function isInTable({ features, view }: ExtractionContext, candidate: Candidate): boolean {
  if (rowLabel(view, candidate) !== null) return true
  const { start, isAlone } = candidate
  return features.hasPriceLine && (isAlone || view.plain.slice(Math.max(0, start - 2), start) === '  ')
}

const maxListChars = 120
const minListed = 3

/** `Logins: 4829. Codes sent: 48291. Failed: 1203.`: figures of a report. */
function isListed({ features, view }: ExtractionContext, { start, end, isAlone }: Candidate): boolean {
  if (isAlone || features.has('enter') || features.has('expiry')) return false
  const [before = ''] = view.plain
    .slice(Math.max(0, start - maxListChars), end)
    .split('\n')
    .slice(-1)
  const [behind = ''] = view.plain.slice(end, end + maxListChars).split('\n', 1)
  return ((before + behind).match(/\p{L}: \d{3,}(?=[.,;]|$)/gu) ?? []).length >= minListed
}

const maxSpeechChars = 120
const quotationMark = /[«»“”„"\n]/
const lastMark = /([«»“”„"\n])([^«»“”„"\n]*)$/u
const minSpokenWords = 2

/** `He says: "A code 482913 has come, read it to me"`: words in quotation marks are another's; a code alone in them is none of these. */
function isSpokenByOther({ view: { plain, subjectEnd } }: ExtractionContext, { start, end }: Candidate): boolean {
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

const nearProximity = 44
const plainProximity = 57
const maxFarPoints = 10

/** Mails that explain codes show all signals, too: for a number far from its label they count less. */
function signalAdjustments(features: MailFeatures, { proximity }: BaseScore): Adjustment[] {
  const signals: Adjustment[] = []
  if (features.has('intent')) signals.push(['intent', 4])
  if (features.has('expiry')) signals.push(['expiry', 6])
  if (features.has('share')) signals.push(['share', 5])
  if (features.hasStrongInSubject) signals.push(['titled', 5])
  const points = signals.reduce((sum, [, points]) => sum + points, 0)
  return proximity >= nearProximity || points <= maxFarPoints ? signals : [...signals, ['far', maxFarPoints - points]]
}

const hasFormOfOffers = (candidate: Candidate): boolean => candidate.form === 'mixed' && !isScrambled(candidate)

const deadline = /[^\d.:/](?:[01]?\d|2[0-3])[:.][0-5]\d(?![.:/]?\d)/
const maxDeadlineChars = 60

/** `… 482913 before 18:47`: a time of day behind the number, in its sentence. */
function hasDeadline({ view }: ExtractionContext, { end }: Candidate): boolean {
  const time = deadline.exec(view.plain.slice(end, end + maxDeadlineChars))
  const { sentences } = view.positions
  return time !== null && sentences[end + time.index] === sentences[end]
}

/** A code that was sent in another way is not in this mail: a number that looks like one may be the end of a phone number. */
function otherChannelAdjustments(
  { view, keywords, features }: ExtractionContext,
  { start, code }: Candidate,
  { feature, isLinked, isStrong, proximity }: BaseScore,
): Adjustment[] {
  const { sentences } = view.positions
  const isInSentence = keywords.elsewhere.some((match) => sentences[match.start] === sentences[start])
  if (isInSentence && (code.length <= 5 || !isLinked)) return [['elsewhere', -50]]
  if (!features.has('elsewhere') || feature === 'successor') return []
  return isStrong && isLinked && proximity >= plainProximity ? [] : [['elsewhere', -30]]
}
