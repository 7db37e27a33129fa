import { styleBits } from '../../html/text-style.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { isCodeLabel } from '../keywords/keyword.ts'
import type { Span } from '../spans.ts'
import { sampleForm } from './against.ts'
import type { NamedPlace } from './feature.ts'
import { isIntroduced } from './introductions.ts'
import type { LetterPlace } from './letter-features.ts'
import { isCounting } from './lone-number.ts'
import { isOtherName } from './other-name.ts'
import { isForeignPin, isUnpronounceable } from './plain-label.ts'
import { directProximity } from './proximity.ts'
import { isInSentence } from './sentence-around.ts'
import { isSpokenByOther } from './surroundings.ts'

/** A letter is short: in a long text there is always some number near a request. */
const maxLetterChars = 2500
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
  if (!isAbout || !isLetter(context)) return []
  const isOwn = ownText(context)
  const own = places.filter(({ candidate }) => isOwn(candidate))
  const placesOf = Map.groupBy(own.filter(isInBody), ({ candidate }) => candidate.code)
  // What stands in several places is the name or date of something.
  const isOnce = ({ code }: Candidate): boolean => (placesOf.get(code)?.length ?? 0) <= 1
  const drawn = own.filter((place) => isDrawn(place) && isOnce(place.candidate) && !isAside(place))
  const numbers = own.filter(({ candidate }) => candidate.form !== 'letters')
  return drawn.map((place) => ({
    ...place,
    others: new Set(numbers.map(({ candidate: { code } }) => code).filter((code) => code !== place.candidate.code))
      .size,
    isLedTo: isLedTo(place),
    isNamedElse: isNamedElse(place),
  }))
}

const isInBody = ({ context, candidate }: NamedPlace): boolean => candidate.start > context.view.subjectEnd

/** Something leads to it: in the subject no random number at its end (`Sleep better today 58213`), alone on its line no count of something. */
function isLedTo({ context, candidate }: NamedPlace): boolean {
  const { features, view } = context
  const { start, isAlone } = candidate
  const before = view.plain.slice(Math.max(0, start - maxBulletChars), start)
  if (start < view.subjectEnd) return start === 0 || features.pointsAtSubject || /: ?$/.test(before)
  if (!isAlone) return isAskedFor(context, candidate)
  const isAsked = features.isAboutIdentity || features.hasCodeLabel || features.has('enter') || features.has('field')
  return (isAsked || isIntroduced(view, candidate)) && !isCounting(context, candidate)
}

/** An item of a list (`- 141202 seven minutes`), a quotation, a number under a headline (`Logins this month`), `quorum code 482913`. */
function isAside(place: NamedPlace): boolean {
  const { context, candidate, before } = place
  const { features, view } = context
  const { start, isAlone } = candidate
  if (/\n ?[-*•] ?$/.test(view.plain.slice(Math.max(0, start - maxBulletChars), start))) return true
  const isAskedAnywhere = features.hasCodeLabel || askingKinds.some((kind) => features.has(kind))
  const isLed = isAlone ? isIntroduced(view, candidate) : isAskedFor(context, candidate)
  if (start > view.subjectEnd && !isAskedAnywhere && !isLed) return true
  const [label] = before
  return (
    isSpokenByOther(place) ||
    (label && label.proximity >= directProximity && isOtherName(context, label.match)) === true
  )
}

const askingKinds = ['enter', 'field', 'fresh'] as const
const purposeKinds = ['intent', 'expiry'] as const
const maxSmallWordChars = 6

/**
 * A colon leads to it, or its sentence asks for it; what it is for or how long it is good is enough behind a small word (`sign in with
 * 482913`) or at the beginning (`482913 expires in ten minutes`): behind a noun it is of the noun (`snapshot 904123 expires in 7 days`).
 */
function isAskedFor({ keywords, view }: ExtractionContext, candidate: Candidate): boolean {
  const { start } = candidate
  const isInOwn = (phrases: readonly Span[]): boolean => isInSentence(view, phrases, start)
  if (isIntroduced(view, candidate) || isInOwn(keywords.labels.filter(isCodeLabel))) return true
  if (askingKinds.some((kind) => isInOwn(keywords[kind]))) return true
  const before = view.plain.slice(Math.max(0, start - maxSmallWordChars), start)
  return (
    /(?:^|[\n.!?。] ?|(?<![\p{L}\p{M}])\p{Ll}{2,4} )$/u.test(before) &&
    purposeKinds.some((kind) => isInOwn(keywords[kind]))
  )
}

/** The label right before it names another number. */
const isNamedElse = ({ context, candidate, before: [label] }: NamedPlace): boolean =>
  label !== undefined &&
  label.proximity >= directProximity &&
  // A `confirmation code` of letters may be that of a booking.
  ((candidate.form === 'letters' && label.match.kind === 'ambiguous') ||
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

/** Letters are an abbreviation where a mail says more than what its reader is to do. */
const maxCharsOfLetters = 700

/** Digits, digits with letters, or letters that make no word. */
function isDrawn({ context: { view }, candidate: { code, form } }: NamedPlace): boolean {
  if (code.length > maxCodeChars || sampleForm.test(code) || form === 'loose') return false
  return form !== 'letters' || (isUnpronounceable(code) && view.plain.length <= maxCharsOfLetters)
}
