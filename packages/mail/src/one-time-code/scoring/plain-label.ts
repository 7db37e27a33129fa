import { type Candidate, isCouponLike } from '../candidates/candidate.ts'
import { type ExtractionContext, isCompound } from '../extraction-context.ts'
import { isCodeLabel, type LabelMatch } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'
import { endsInIntroducer, opensLine, wordEnd } from './distance.ts'
import { type Evidence, isNumber, keywordEvidence, type Name, type Place } from './feature.ts'
import { isOtherName } from './other-name.ts'
import { directProximity } from './proximity.ts'
import { withNames } from './sender-name.ts'
import { isAmongDetails } from './surroundings.ts'

const maxTailChars = 16
const maxGapChars = 60

/** At the end of its line or sentence, but for a short verb that some languages put there: `… 482913 입니다.` */
const endsSentence = ({ plain }: MailView, end: number): boolean =>
  /^["'»”」』】*)\]]{0,3}(?: ?[\p{L}\p{M}]{1,6})?["'»”*)]{0,2} ?(?:[.!。।۔…።։\n\t]|$)/u.test(
    plain.slice(end, end + maxTailChars),
  )

/** `… 482913, valid until 14:30`, `… 482913 (10 minutes)`, but neither `1204, 4829, 7712`, a list, nor `1987, a film`, a year. */
const endsClause = ({ view: { plain }, patterns }: ExtractionContext, { code, end }: Candidate): boolean =>
  !(code.length === 4 && patterns.isYear(code)) &&
  /^["'»”*]{0,2}(?:[,;、،](?! ?\d)| [(-])/u.test(plain.slice(end, end + maxTailChars))

const nothing = /^[^\p{L}\p{N},;()]*$/u

/** `your code is 482913`, `Code: 482913`, and a code alone below its label, at the end of a line or sentence. */
export function plainLabelBefore(place: Place): Evidence[] {
  const [label] = place.before
  if (!label || !isNaming(place, label.match)) return []
  const { context, candidate } = place
  const { view } = context
  const lead = leadOf(context, label.match, candidate)
  if (lead === null) return []
  const isStated = lead === 'verb' || hasDeterminer(context, label.match)
  const isForPurpose = hasPurposeBehind(context, candidate)
  // `Use code 482913` may be that of an offer.
  if (lead === 'request' && !isForPurpose && context.features.hasAmounts) return []
  const isAtEnd = candidate.isAlone || endsSentence(view, candidate.end) || isForPurpose
  if (!isAtEnd && !(isStated && endsClause(context, candidate) && isAboutOneNumber(place))) return []
  return isStated || isForPurpose || isAboutOneNumber(place) ? [keywordEvidence(label)] : []
}

const maxOthers = 2

/** `PIN: 4829` beside a card number and an amount is a row of data; a mail that has little else says with it what the number is. */
function isAboutOneNumber(place: Place): boolean {
  const { hasAmounts, hasStrongInSubject, isTerse, negatives } = place.context.features
  if (hasStrongInSubject) return true
  return negatives <= (hasAmounts ? 0 : maxOthers) && ((isTerse && negatives > 0) || !isAmongDetails(place))
}

/** How a label leads to a number: a colon or a verb, or no more than the beginning or end of a line, stands between. */
type Lead = 'introducer' | 'verb' | 'request' | 'line'

function leadOf(context: ExtractionContext, label: Span, candidate: Span): Lead | null {
  const { view } = context
  const named = withNames(context, label)
  const end = wordEnd(view, named)
  if (candidate.start < end || candidate.start - end > maxGapChars) return null
  const gap = view.plain.slice(end, candidate.start)
  // Some labels have the colon: `the digits:`.
  if (nothing.test(gap) && endsInIntroducer(view.plain.slice(label.start, candidate.start))) return 'introducer'
  if (hasVerb(context, { start: label.start, end: named.end }, candidate)) return 'verb'
  // `Your code for the payment of 45.00 EUR: 482913`
  if (endsInIntroducer(gap) && hasPurposeBehind(context, { end }) && !gap.includes('\n')) return 'introducer'
  if (!nothing.test(gap)) return null
  if (isRequestBefore(context, label) || hasPurposeBefore(context, label)) return 'request'
  return gap.includes('\n') || opensLine(view, named) || opensClause(context, label) ? 'line' : null
}

/** `Hi Kim, your code 482913, see you`: a clause begins with the determiner of a label. */
const opensClause = (context: ExtractionContext, label: Span): boolean =>
  hasDeterminer(context, label) &&
  /[\n,.!?:;] ?\p{L}+ $/u.test(context.view.plain.slice(Math.max(0, label.start - maxPhraseChars), label.start))

/** `is` stands between a label and a number, or the label ends in it: `your code is`. */
function hasVerb({ view, keywords: { connector } }: ExtractionContext, label: Span, candidate: Span): boolean {
  const end = wordEnd(view, label)
  const next = firstIndexFrom(connector, end)
  return [connector[next - 1], connector[next]].some((verb) => {
    if (!verb || verb.start < label.start || verb.start - end > 1) return false
    if (verb.end > candidate.start || verb.end < label.end || (verb.start === label.start && verb.end === label.end))
      return false
    return nothing.test(view.plain.slice(Math.max(end, wordEnd(view, verb)), candidate.start))
  })
}

const leadsTo = (context: ExtractionContext, label: Span, candidate: Span): boolean =>
  leadOf(context, label, candidate) !== null

const maxNounPhraseChars = 5

/** `enter code`, `use the code`: the label is what the reader is asked to type in. */
function isRequestBefore({ view, keywords: { enter } }: ExtractionContext, { start }: Span): boolean {
  const request = enter[firstIndexFrom(enter, start) - 1]
  if (!request) return false
  const end = wordEnd(view, request)
  return end < start && start - end <= maxNounPhraseChars && /^ (?:\p{L}+ )?$/u.test(view.plain.slice(end, start))
}

/** `sign in with the code`. */
function hasPurposeBefore(context: ExtractionContext, label: Span): boolean {
  const {
    view,
    keywords: { intent },
  } = context
  const { start } = label
  const purpose = intent[firstIndexFrom(intent, start) - 1]
  return (
    purpose !== undefined &&
    hasDeterminer(context, label) &&
    /^[\p{L}\p{M} ]{0,20}$/u.test(view.plain.slice(purpose.end, start))
  )
}

/** `… 482913 to sign in`. */
function hasPurposeBehind({ keywords: { intent } }: ExtractionContext, { end }: Pick<Span, 'end'>): boolean {
  const next = intent[firstIndexFrom(intent, end)]
  return next !== undefined && next.start - end <= maxNounPhraseChars
}

const labelBefore = ({ keywords: { labels } }: ExtractionContext, { start }: Span): LabelMatch | undefined =>
  labels[firstIndexFrom(labels, start) - 1]

/** A colon or a verb joins a label of codes to a word: letters alone may be any word, so that no more distant label is enough. */
export function isIntroducedByLabel({ context, candidate }: Pick<Place, 'context' | 'candidate'>): boolean {
  const label = labelBefore(context, candidate)
  return label !== undefined && isCodeLabel(label) && isLedTo(context, label, candidate)
}

/** `Password is 2024`. */
export function isIntroducedByPassword({ context, candidate }: Pick<Place, 'context' | 'candidate'>): boolean {
  const label = labelBefore(context, candidate)
  return label?.isPassword === true && isLedTo(context, label, candidate)
}

/** A label of codes behind a number leads to another: `Case 30571 - your code is 482913`. */
export function leadsToOther({ context, candidate }: Place): boolean {
  const { candidates } = context
  const other = candidates[firstIndexFrom(candidates, candidate.end)]
  const label = other && labelBefore(context, other)
  if (!label || !isCodeLabel(label) || label.start < candidate.end || other.code === candidate.code) return false
  return leadsTo(context, label, other)
}

/** Another number stands alone below a line that has nothing but a label of codes: `[Password]`. */
export const isBesideOwnLabel = ({ context, candidate }: Place): boolean =>
  context.candidates.some((other) => {
    if (!other.isAlone || other.code === candidate.code) return false
    const label = labelBefore(context, other)
    if (!label || !isCodeLabel(label) || !opensLine(context.view, label)) return false
    const gap = context.view.plain.slice(label.end, Math.min(other.start, label.end + maxGapChars))
    return gap.includes('\n') && leadsTo(context, label, other)
  })

/** `482913 is your code` at the beginning of a line or sentence. */
export function plainLabelBehind(place: Place): Evidence[] {
  const [label] = place.after
  if (!label?.isLinked || !isNaming(place, label.match)) return []
  const { view } = place.context
  const { start } = place.candidate
  const opens = /(?:^|[\n.!?:,。、،]["'«“(*]? ?)$/u.test(view.plain.slice(Math.max(0, start - 3), start))
  const named = withNames(place.context, label.match)
  return opens && endsSentence(view, wordEnd(view, named)) ? [keywordEvidence(label)] : []
}

/** Whether one of the names of a number is that of a code in so many words: no more has to speak for it. */
export function isPlainlyNamed(place: Place, best: Name | null, names: readonly Name[]): boolean {
  if (names.some(({ name }) => name.startsWith('plain'))) return true
  if (!best?.isStrong || !best.isLinked || best.proximity < directProximity) return false
  return place.context.features.isAboutIdentity || !isAmongDetails(place)
}

/** Whether a label that need not mean a one-time code does so here: it is no part of the name of something else. */
function isNaming({ context, candidate }: Place, match: LabelMatch): boolean {
  if (match.kind === 'number' || !isCodeLabel(match)) return false
  if (match.isPassword && !context.features.hasStrong) return false
  if (!isCodeNoun({ context, candidate }, match)) return false
  if (isOtherName(context, match) || isNamedInSubject(context, match)) return false
  // A `confirmation code` may be that of a booking.
  const isDoubtful = match.kind === 'ambiguous' && !opensWithDeterminer(context, match)
  if (isDoubtful && (context.features.isAboutOtherNumbers || candidate.form === 'letters')) return false
  return (match.kind === 'strong' || isBareNoun(context, match)) && isDrawn(candidate)
}

/**
 * `The answer is` names no code, a `PIN` that is not `yours` may be that of an address or a card, and what may be a code only
 * where a colon or a verb leads to it: `Security in numbers` does not.
 */
function isCodeNoun({ context, candidate }: Pick<Place, 'context' | 'candidate'>, match: LabelMatch): boolean {
  const { view, patterns } = context
  const name = view.plain.slice(match.start, wordEnd(view, match))
  if (match.kind === 'strong') return true
  if (patterns.pin.test(name)) return hasDeterminer(context, match)
  if (match.isPassword || patterns.codeNoun.test(name)) return true
  return match.kind === 'ambiguous' && isLedTo(context, match, candidate)
}

/** `Pin code - 560001`: a PIN that is not `yours` may be that of an address or a card. */
export function isForeignPin(place: Pick<Place, 'context' | 'candidate'>, match: LabelMatch): boolean {
  const { view, patterns } = place.context
  return patterns.pin.test(view.plain.slice(match.start, wordEnd(view, match))) && !isCodeNoun(place, match)
}

function isLedTo(context: ExtractionContext, label: Span, candidate: Span): boolean {
  const lead = leadOf(context, label, candidate)
  return lead === 'introducer' || lead === 'verb'
}

/** `KXQWPT`, `4QN81B`, `abc123`: no word, and no name of an offer. A word with digits may be anything but for a line of its own. */
function isDrawn(candidate: Candidate): boolean {
  const { code, form, isAlone } = candidate
  if (isNumber(candidate)) return true
  if (form === 'letters') return isUnpronounceable(code)
  return form === 'mixed' && ((isAlone && !isCouponLike(candidate)) || /^[A-Za-z]{3}\d{3}$/.test(code))
}

/** `KXQWPT`, `dvnkpr`: hardly a word has four consonants in a row. */
export const isUnpronounceable = (code: string): boolean => /[b-df-hj-np-tv-xz]{4}/i.test(code)

const maxPhraseChars = 40

/** `your code`, `enter the code`, `Code`, but not `tax code`: at most `your` or `the` stands before the noun, or the name of a sender. */
function isBareNoun(context: ExtractionContext, label: Span): boolean {
  const { view, keywords } = context
  if (hasDeterminer(context, label)) return true
  const { start } = withNames(context, label)
  const before = view.plain.slice(Math.max(0, start - maxPhraseChars), start)
  // What stands in brackets is an aside: `(customer: 4471120)`.
  if (/(?:^|[^\p{L}\p{M}\p{N} (-]| -) ?$/u.test(before)) return true
  if (start < label.start) return true
  const { connector, enter } = keywords
  return [connector, enter].some((phrases) => {
    const last = phrases[firstIndexFrom(phrases, start) - 1]
    return last !== undefined && start - wordEnd(view, last) <= 1
  })
}

/** Parts of the mail and the lexicon that tell how a label begins. */
type Wording = Pick<ExtractionContext, 'view' | 'patterns'>

function opensWithDeterminer({ view, patterns }: Wording, { start, end }: Span): boolean {
  const [first = ''] = view.plain.slice(start, end).split(' ', 1)
  return first.length < end - start && patterns.determiner.test(first)
}

/** `your code`, `your Orbit code`, `your six-digit code`; the label may begin with it, too. */
function hasDeterminer({ view, patterns }: Wording, { start, end }: Span): boolean {
  if (opensWithDeterminer({ view, patterns }, { start, end })) return true
  return [start, withNames({ view, patterns }, { start, end }).start].some((from) => {
    const before = view.plain.slice(Math.max(0, from - maxPhraseChars), from).replace(lengthOfCode, '')
    return patterns.determiner.test(before.replace(/ $/, ''))
  })
}

const lengthOfCode = /(?:\d{1,2}[ -]?|\p{L}{1,20}-)\p{L}{1,30} $/u
const minNounChars = 3

/** `Ihr Partnercode` in the subject, and `Ihr Code` in the body: the subject says what the code is of. */
function isNamedInSubject(
  { features, keywords: { labels }, patterns, view }: ExtractionContext,
  { start, end }: Span,
): boolean {
  if (!features.isAboutOtherNumbers) return false
  const textOf = (label: Span): string => view.plain.slice(label.start, label.end).toLowerCase()
  const words = textOf({ start, end })
    .split(' ')
    .filter((word) => word.length >= minNounChars && !patterns.determiner.test(word))
  return labels
    .slice(0, firstIndexFrom(labels, view.subjectEnd))
    .filter((label) => !isCodeLabel(label) || isCompound(view.plain, label))
    .some((label) => words.some((word) => textOf(label).includes(word)))
}
