import { styleBits } from '../../html/text-style.ts'
import { type Candidate, isCouponLike, isInterleaved, isScrambled } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { isCodeLabel } from '../keywords/keyword.ts'
import type { Span } from '../spans.ts'
import { sampleForm } from './against.ts'
import { isNumber, type NamedPlace } from './feature.ts'
import { isIntroduced } from './introductions.ts'
import type { LetterPlace } from './letter-features.ts'
import { isCounting } from './lone-number.ts'
import { isOtherName } from './other-name.ts'
import { isForeignPin, isUnpronounceable } from './plain-label.ts'
import { directProximity } from './proximity.ts'
import { isInSentence } from './sentence-around.ts'

/** A letter is short: in a long text there is always some number near a request. */
const maxLetterChars = 700
const maxCodeChars = 8
const maxBulletChars = 4
const maxAbbreviationChars = 8

/**
 * `Put 5172 in the little box, then the page lets you in`: the numbers of a short mail that may be what its reader is asked to type in,
 * though no word for codes is near.
 */
export function placesInLetter(context: ExtractionContext, places: readonly NamedPlace[]): LetterPlace[] {
  const { features } = context
  const isAbout = features.hasCodeLabel || [...askingKinds, ...purposeKinds].some((kind) => features.has(kind))
  if (!isAbout || features.has('room') || !isLetter(context)) return []
  const isOwn = ownText(context)
  const own = places.filter(({ candidate }) => isOwn(candidate))
  const placesOf = Map.groupBy(own.filter(isInBody), ({ candidate }) => candidate.code)
  // What stands in several places is the name or date of something.
  const isOnce = ({ candidate }: NamedPlace): boolean => (placesOf.get(candidate.code)?.length ?? 0) <= 1
  const drawn = own.filter((place) => isDrawn(place.candidate) && isOnce(place) && isSet(place) && !isNamedElse(place))
  const numbers = own.filter(({ candidate }) => candidate.form !== 'letters')
  return drawn.map(({ candidate }) => ({
    context,
    candidate,
    others: new Set(numbers.map(({ candidate: { code } }) => code).filter((code) => code !== candidate.code)).size,
  }))
}

const isInBody = ({ context, candidate }: NamedPlace): boolean => candidate.start > context.view.subjectEnd

/** Something leads to it: in the subject no random number at its end (`Sleep better today 58213`), alone on its line no count of something. */
function isSet({ context, candidate }: NamedPlace): boolean {
  const { features, view } = context
  const { start, isAlone } = candidate
  const before = view.plain.slice(Math.max(0, start - maxBulletChars), start)
  if (start < view.subjectEnd) return start === 0 || features.pointsAtSubject || /: ?$/.test(before)
  // `- 141202 seven minutes`: an item of a list.
  if (/\n ?[-*•] ?$/.test(before)) return false
  if (!isAlone) return isAskedFor(context, candidate)
  const isAsked = features.isAboutIdentity || features.hasCodeLabel || features.has('enter') || features.has('field')
  return (isAsked || isIntroduced(view, candidate)) && !isCounting(context, candidate)
}

const askingKinds = ['enter', 'field', 'fresh'] as const
const purposeKinds = ['intent', 'expiry'] as const
const maxSmallWordChars = 6

/**
 * A colon leads to it, or its sentence asks for it; what it is for or how long it is good is enough behind a small word (`sign in with
 * 482913`): behind a noun it is of the noun (`snapshot 904123 expires in 7 days`).
 */
function isAskedFor({ keywords, view }: ExtractionContext, candidate: Candidate): boolean {
  const { start } = candidate
  const isInOwn = (phrases: readonly Span[]): boolean => isInSentence(view, phrases, start)
  if (isIntroduced(view, candidate) || isInOwn(keywords.labels.filter(isCodeLabel))) return true
  if (askingKinds.some((kind) => isInOwn(keywords[kind]))) return true
  const before = view.plain.slice(Math.max(0, start - maxSmallWordChars), start)
  return /(?<![\p{L}\p{M}])\p{Ll}{2,4} $/u.test(before) && purposeKinds.some((kind) => isInOwn(keywords[kind]))
}

/** The label right before it names another number. */
const isNamedElse = ({ context, candidate, before: [label] }: NamedPlace): boolean =>
  label !== undefined &&
  label.proximity >= directProximity &&
  // A `confirmation code` of letters may be that of a booking.
  ((candidate.form === 'letters' && label.match.kind === 'ambiguous') ||
    isOtherName(context, label.match) ||
    isForeignPin({ context, candidate }, label.match) ||
    hasAbbreviationBehind(context, label.match) ||
    (!isCodeLabel(label.match) && (label.isLinked || isOtherCode(context, label.match))))

/** `Voucher code`, `Code im Shop` */
const isOtherCode = ({ view, patterns }: ExtractionContext, { start, end }: Span): boolean =>
  view.plain
    .slice(start, end)
    .split(' ')
    .some((word) => patterns.codeNoun.test(word))

/** `Code NAF : 6201` */
const hasAbbreviationBehind = ({ view }: ExtractionContext, { end }: Span): boolean =>
  /^ [A-Z]{2,5} ?:/.test(view.plain.slice(end, end + maxAbbreviationChars))

/** Who answers, and does not forward, knows already what is quoted. */
function ownText({ features, view }: ExtractionContext): (span: Span) => boolean {
  const isAnswer = features.isReply || features.asksAnew
  return ({ start }) => !isAnswer || (view.styleAt(start) & styleBits.isQuoted) === 0
}

/** So short that it says little more than what its reader is to do. */
export function isLetter(context: ExtractionContext): boolean {
  const { plain, subjectEnd } = context.view
  const isOwn = ownText(context)
  let chars = 0
  for (let at = subjectEnd; at !== -1 && chars <= maxLetterChars; ) {
    const next = plain.indexOf('\n', at + 1)
    if (isOwn({ start: at + 1, end: at + 1 })) chars += (next === -1 ? plain.length : next) - at
    at = next
  }
  return chars <= maxLetterChars
}

/** Digits, or letters that make no word. */
function isDrawn(candidate: Candidate): boolean {
  const { code, form } = candidate
  if (code.length > maxCodeChars || sampleForm.test(code)) return false
  if (isNumber(candidate)) return true
  if (form === 'letters') return isUnpronounceable(code)
  return (
    form === 'mixed' &&
    !isCouponLike(candidate) &&
    (isInterleaved(candidate) || isScrambled(candidate) || !/[aeiou]/i.test(code))
  )
}
