import { styleBits } from '../../html/text-style.ts'
import { isConsonantsAndDigits, isCouponLike, isInterleaved, isNamedOffer } from '../candidates/candidate.ts'
import { type Feature, isNamedBy, isNumber, type NamedPlace, type Place } from './feature.ts'
import { isOtherName } from './other-name.ts'
import {
  isBesideOwnLabel,
  isForeignPin,
  isIntroducedByLabel,
  isIntroducedByPassword,
  isUnpronounceable,
  leadsToOther,
} from './plain-label.ts'
import {
  isAmongDetails,
  isInName,
  isInOtherRow,
  isInTable,
  isListed,
  isSecretOfNumber,
  isSentElsewhere,
  isSpokenByOther,
  isUnexplained,
} from './surroundings.ts'

const styled =
  (bit: number) =>
  ({ context, candidate }: Place): boolean =>
    (context.view.styleAt(candidate.start) & bit) !== 0
const isQuoted = styled(styleBits.isQuoted)
/** Who answers, and does not forward, knows the code already. */
const isAnswered = ({ context: { features } }: Place): boolean => features.isReply || features.asksAnew

const isUnnamedNumber = ({ candidate, base }: NamedPlace): boolean =>
  candidate.form !== 'mixed' && !base.isPlain && base.feature !== 'subject-pointed'

const isYearLike = ({ context, candidate }: Place): boolean =>
  candidate.form === 'digits' && candidate.code.length === 4 && context.patterns.isYear(candidate.code)

/** What no mail has met yet: `2087`. */
const isFarYear = ({ code }: NamedPlace['candidate']): boolean => /^20(?:3[6-9]|[4-9]\d)$/.test(code)

/** What stands for a code within a sentence that explains codes; on its own line, or plainly named, it is one: codes are random. */
export const sampleForm = /^(?:12345(?:6(?:78?)?)?|987654|654321|(\d)\1{4,})$/

/** How much is taken where the subject is about other numbers. */
function pointsAboutElse({ context: { features }, base }: NamedPlace): number {
  const negatives = Math.min(features.negatives, 5)
  const isNamedBehind = base.feature.startsWith('ambiguous-after') && base.isLinked
  const isLikely = base.isStrong || base.isPlain || isNamedBehind
  if (base.isStrong && base.isDirect && base.isLinked && features.has('enter')) return -4 - negatives
  return isLikely ? -8 - negatives : -16 - 2 * negatives
}

/** A plain label names it whatever the subject is about; `opening code` needs a number of the subject's own: `Your order 771204`. */
function isNamedBesideOther({ base, candidate, context: { candidates, features, view } }: NamedPlace): boolean {
  if (!base.isPlain || features.hasAmounts) return false
  return !base.isStrong || candidates.some(({ start, code }) => start < view.subjectEnd && code !== candidate.code)
}

const isMeeting = ({ context: { features }, base }: NamedPlace): boolean =>
  features.has('room') || (features.hasMeetingNumber && isNamedBy(base, 'weak', 'ambiguous', 'plain'))

/** What a bank calls an authorisation code identifies the payment and is not to be typed in. */
function isOfReceipt(place: NamedPlace): boolean {
  const {
    context: { features },
    base,
  } = place
  if (features.hasStrongInSubject || !features.isReceipt) return false
  if (isInTable(place)) return true
  return features.showsCard && !isNamedBy(base, 'plain') && !(base.isStrong && features.has('share'))
}

const plainProximity = 57

/** A code that was sent in another way is not in this mail: a number that looks like one may be the end of a phone number. */
function pointsOfElsewhere(place: NamedPlace): number {
  const { feature, isLinked, isPlain, proximity } = place.base
  if (isSentElsewhere(place) && (place.candidate.code.length <= 5 || !isLinked)) return -50
  const isSure = feature === 'successor' || (isPlain && proximity >= plainProximity)
  return isSure ? 0 : -30
}

const isInSubject = ({ context, candidate }: Place): boolean => candidate.start < context.view.subjectEnd

const isGlued = ({ context: { view }, candidate: { start } }: Place): boolean =>
  /[.!?…]/.test(view.plain[start - 1] ?? ' ')

/** It stands alone on its line below a label, or a label right before it leads to no year. */
function isUnderLabel({ context, candidate, base }: NamedPlace): boolean {
  if (base.feature === 'subject-pointed') return true
  if (candidate.isAlone) return isNamedBy(base, 'strong', 'ambiguous', 'weak', 'announced')
  return base.isDirect && (isFarYear(candidate) || isIntroducedByPassword({ context, candidate }))
}

/** Mails that bring a code are shorter; their footers may make them longer. */
const maxLetterChars = 2500

const isLongText = ({ view }: Place['context']): boolean => view.plain.length > maxLetterChars

function isTaught({ context: { features } }: Place): boolean {
  return features.has('share') && !(features.isTerse || features.has('intent') || features.has('expiry'))
}

/** What takes from the score. */
export const objections: readonly Feature[] = [
  { name: 'answered', points: -90, when: (place) => isQuoted(place) && isAnswered(place), isDecisive: true },
  { name: 'quoted', points: -12, when: (place) => isQuoted(place) && !isAnswered(place) },
  {
    name: 'footer',
    points: -25,
    when: (place) => {
      const { footerAt } = place.context.view
      return styled(styleBits.isFooter)(place) || (footerAt !== -1 && place.candidate.start > footerAt)
    },
  },
  {
    name: 'letters',
    points: -10,
    when: ({ candidate: { code, form } }) => form === 'letters' && !isUnpronounceable(code),
  },
  { name: 'long', points: -16, when: ({ candidate }) => isNumber(candidate) && candidate.code.length > 8 },
  {
    name: 'small-letters',
    points: ({ candidate }) => (candidate.isAlone || isInterleaved(candidate) ? -3 : -11),
    when: ({ candidate }) => candidate.form === 'mixed' && !/[A-Z]/.test(candidate.code),
  },
  // `Boat Show 2026 - your guest code`
  {
    name: 'edition',
    points: -60,
    when: (place) => isInSubject(place) && isYearLike(place) && isInName(place),
    isOfCode: true,
    isDecisive: true,
  },
  { name: 'year', points: -8, when: (place) => isYearLike(place) && !place.base.isPlain && isUnderLabel(place) },
  {
    name: 'year',
    points: -60,
    when: (place) => isYearLike(place) && !isFarYear(place.candidate) && !place.base.isPlain && !isUnderLabel(place),
    isDecisive: true,
  },
  {
    name: 'year',
    points: -40,
    when: (place) => isFarYear(place.candidate) && !place.base.isPlain && !isUnderLabel(place),
  },
  // `Sleep better today!58213`
  {
    name: 'glued',
    points: -60,
    when: (place) => isInSubject(place) && isGlued(place),
    isOfCode: true,
    isDecisive: true,
  },
  // `KUMORIVA` beside its own label in the subject, and the digits alone on a line.
  {
    name: 'brand',
    points: -60,
    when: (place) => place.hasNumber && (place.candidate.form === 'letters' || isNameWithDigits(place)),
    isDecisive: true,
  },
  // `Password for request 30571`, and the password below a label of its own.
  {
    name: 'request-number',
    points: -40,
    when: (place) =>
      place.base.feature.includes('-after') &&
      !place.candidate.isAlone &&
      (leadsToOther(place) || isBesideOwnLabel(place)),
  },
  {
    // The more zeros at its end, the more likely it counts something.
    name: 'round',
    points: ({ candidate }) => (/0{4}$/.test(candidate.code) ? -40 : -12),
    when: (place) =>
      isUnnamedNumber(place) && !isYearLike(place) && (place.base.isDirect ? /000$/ : /00$/).test(place.candidate.code),
  },
  { name: 'marked', points: -25, when: ({ candidate, base }) => candidate.hasMark && !base.isPlain },
  {
    name: 'sample',
    points: -40,
    when: ({ candidate, base }) => sampleForm.test(candidate.code) && !candidate.isAlone && !base.isPlain,
    isDecisive: true,
  },
  {
    name: 'about-else',
    points: pointsAboutElse,
    when: (place) => place.context.features.isAboutOtherNumbers && !isNamedBesideOther(place),
  },
  {
    name: 'percentage',
    points: -20,
    when: ({ context, candidate, base }) =>
      candidate.form === 'mixed' && !base.isStrong && context.features.hasPercentage,
  },
  {
    name: 'technical',
    points: -18,
    when: ({ context, base }) => !base.isStrong && !base.isPlain && context.features.isTechnical,
  },
  {
    name: 'unasked',
    points: -12,
    when: (place) =>
      place.base.feature.startsWith('weak-before') &&
      !place.base.isPlain &&
      !place.context.features.hasStrongInSubject &&
      !isInterleaved(place.candidate) &&
      isUnexplained(place),
  },
  {
    name: 'other-name',
    points: -12,
    when: ({ base, before: [label], context, candidate }) =>
      label !== undefined &&
      base.feature.startsWith('weak-before') &&
      (isOtherName(context, label.match) || isForeignPin({ context, candidate }, label.match)),
  },
  { name: 'room', points: -45, when: isMeeting },
  { name: 'receipt', points: -45, when: isOfReceipt },
  {
    name: 'coupon',
    points: (place) => (isOffered(place) ? -60 : -30),
    when: (place) => isOffered(place) || mayBeCoupon(place),
  },
  { name: 'elsewhere', points: pointsOfElsewhere, when: ({ context }) => context.features.has('elsewhere') },
  { name: 'spoken', points: -45, when: isSpokenByOther, isDecisive: true },
  { name: 'listed', points: -45, when: isListed },
  {
    name: 'among-details',
    points: -2,
    when: (place) => !place.base.isPlain && !place.context.features.isAboutIdentity && isAmongDetails(place),
  },
  // In a long text there is always some number near a request.
  {
    name: 'in-long-text',
    points: ({ candidate }) => (candidate.isAlone && isNumber(candidate) ? -20 : -60),
    when: ({ context, base }) => isLongText(context) && isNamedBy(base, 'number'),
  },
  // A warning alone is of a mail that teaches about codes.
  { name: 'taught', points: -8, when: isTaught },
  { name: 'row-else', points: -15, when: isInOtherRow, isOfCode: true },
  { name: 'denied', points: -30, when: ({ base }) => base.penalty >= 60 && base.points < 0, isOfCode: true },
  { name: 'paired', points: -30, when: isSecretOfNumber, isOfCode: true },
  { name: 'hash', points: -15, when: ({ candidate }) => candidate.hasHash && !candidate.isBound, isOfCode: true },
  // What an answer calls over is over in the mail that it quotes, too.
  { name: 'stale', points: -60, when: ({ isSuperseded }) => isSuperseded, isOfCode: true, isDecisive: true },
]

/** `Auth0`: a word with digits in the subject or within a sentence, where no label leads to it. */
function isNameWithDigits(place: NamedPlace): boolean {
  const { form, code, isAlone } = place.candidate
  if (form !== 'mixed' || !/[A-Za-z]{3}/.test(code)) return false
  return isInSubject(place) || !(isAlone || isIntroducedByLabel(place))
}

/** `SPRING20`, where no label plainly names it and its letters may be a word. */
function mayBeCoupon({ base, candidate, context: { features } }: NamedPlace): boolean {
  if (!isCouponLike(candidate) || (base.isPlain && features.negatives === 0)) return false
  return features.isAboutOtherNumbers || !isConsonantsAndDigits(candidate)
}

/** `PIZZA1E` in a mail with prices. */
function isOffered({ context, candidate }: Place): boolean {
  return isNamedOffer(candidate) && context.features.hasAmounts
}
