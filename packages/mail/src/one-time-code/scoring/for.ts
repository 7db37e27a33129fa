import { styleBits } from '../../html/text-style.ts'
import { isScrambled } from '../candidates/candidate.ts'
import type { LabelKind } from '../keywords/keyword.ts'
import { type Evidence, type Feature, keywordEvidence, type NamedPlace, type Naming, type Place } from './feature.ts'
import { announcementOf, commandBefore, isIntroduced, pointedAt } from './introductions.ts'
import { labelWeight } from './label-weight.ts'
import { isCounting } from './lone-number.ts'
import { isOtherName } from './other-name.ts'
import { plainLabelBefore, plainLabelBehind } from './plain-label.ts'
import { hasDeadline, isAskedInField } from './surroundings.ts'

type Side = 'before' | 'after'

const signalsOf = ({ context }: Place): number => context.features.signals

const none: readonly Evidence[] = []

const labelled = (kind: LabelKind, side: Side): Naming => ({
  name: `${kind}-${side}`,
  points: ({ context }, evidence) => {
    const { start, end } = evidence
    const named = isOtherName(context, { kind, start, end }) ? 'number' : kind
    return evidence.proximity * labelWeight(named, evidence, context.features)
  },
  when: (place) => {
    const named = place[side].filter(({ match }) => match.kind === kind && !isMention(place, match, side))
    return named.length === 0 ? none : named.map(keywordEvidence)
  },
})

/** `71930846`, and in a later sentence: `If it was not you, change your password`. */
function isMention(
  { context, candidate }: Place,
  { isPassword, start }: Place['before'][number]['match'],
  side: Side,
): boolean {
  const { lines } = context.view.positions
  return isPassword === true && side === 'after' && lines[start] !== lines[candidate.start]
}

/** A word for one-time codes in its usual place counts a little more. */
const pointsOfPlain = (_: Place, { isStrong }: Evidence): number => (isStrong ? 55 : 57)

/** What names a number, the strongest of which counts. */
export const names: readonly Naming[] = [
  labelled('strong', 'before'),
  labelled('strong', 'after'),
  labelled('ambiguous', 'before'),
  labelled('ambiguous', 'after'),
  labelled('weak', 'before'),
  labelled('weak', 'after'),
  labelled('number', 'before'),
  labelled('number', 'after'),
  // A label names it in so many words.
  { name: 'plain-before', points: pointsOfPlain, when: plainLabelBefore },
  { name: 'plain-after', points: pointsOfPlain, when: plainLabelBehind },
  { name: 'announced', points: (_, { isStrong }) => (isStrong ? 56 : 50), when: announcementOf },
  { name: 'subject-pointed', points: 42, when: pointedAt },
  { name: 'command', points: 50, when: commandBefore },
]

/** With more numbers set apart than this, the mail has a table. */
const maxAlone = 2
/** A mail so short that it says nothing but what the number is. */
const maxBareChars = 80
const prominentBits = styleBits.isLarge | styleBits.isSpaced

/** It stands alone in the body, large or as the only or first number. */
function isProminent({ context, candidate, isOnly }: NamedPlace): boolean {
  const { candidates, features, view } = context
  if (isCounting(context, candidate)) return false
  const inBody = candidates.filter(({ start, form }) => start > view.subjectEnd && form !== 'letters')
  if (inBody.filter(({ isAlone }) => isAlone).length > maxAlone) return false
  const isFirst = inBody[0] === candidate && !features.isAboutOtherNumbers
  return isOnly || isFirst || (view.styleAt(candidate.start) & prominentBits) !== 0
}

/** A label, a request, a colon or the subject leads to it: `Logins this month` above it does not. */
const isLedTo = ({ context: { features, view }, candidate }: NamedPlace): boolean =>
  features.isAboutIdentity || features.hasCodeLabel || features.has('enter') || isIntroduced(view, candidate)

const isShort = ({ context, isOnly }: NamedPlace): boolean => isOnly && context.view.plain.length <= maxBareChars

/** It stands alone and large, or in the subject, too. */
const isShownTwice = ({ context: { candidates, view }, candidate }: NamedPlace): boolean =>
  candidates.some(({ start }) => start < view.subjectEnd) || (view.styleAt(candidate.start) & prominentBits) !== 0

/** What makes a number that is set apart the code where no label near it does and the mail is about one; the first that holds counts. */
export const prominences: readonly Feature[] = [
  {
    name: 'shown',
    points: 28,
    when: (place) =>
      (place.context.features.hasStrong || place.context.features.hasLabelInSubject) && isProminent(place),
  },
  {
    name: 'shown',
    points: 24,
    when: (place) =>
      (signalsOf(place) >= 2 || (signalsOf(place) === 1 && isShort(place) && isLedTo(place))) && isProminent(place),
  },
  {
    name: 'shown',
    points: 20,
    when: (place) =>
      signalsOf(place) === 1 &&
      place.context.features.negatives <= 2 &&
      place.candidate.form !== 'mixed' &&
      isLedTo(place) &&
      isProminent(place),
  },
  // In any language, whether or not the mail has a word that is known.
  { name: 'lone', points: 34, when: (place) => place.isLone && isShownTwice(place) },
]

const styled =
  (bits: number) =>
  ({ context, candidate }: Place): boolean =>
    (context.view.styleAt(candidate.start) & bits) !== 0
const isSpaced = styled(styleBits.isSpaced)

/** Below this proximity signals count less: mails that explain codes show all of them, too. */
const nearProximity = 44
const maxFarPoints = 10

const signals = [
  { name: 'intent', points: 4, when: ({ context }: Place) => context.features.has('intent') },
  { name: 'expiry', points: 6, when: ({ context }: Place) => context.features.has('expiry') },
  { name: 'share', points: 5, when: ({ context }: Place) => context.features.has('share') },
] as const satisfies Feature[]

const pointsOfSignals = (place: Place): number =>
  signals.reduce((sum, { points, when }) => sum + (when(place) ? points : 0), 0)

const pointsOfLength = ({ candidate: { code } }: Place): number => (code.length === 6 ? 11 : 6)

/** What adds to the score. */
export const supports: readonly Feature[] = [
  { name: 'digits', points: pointsOfLength, when: ({ candidate }) => candidate.form === 'digits' },
  // Numbers of cases have a prefix, too.
  { name: 'prefixed', points: 12, when: ({ candidate, isOnly }) => candidate.hasPrefix && isOnly },
  { name: 'grouped', points: pointsOfLength, when: ({ candidate }) => candidate.form === 'grouped' },
  { name: 'mixed', points: 3, when: ({ candidate }) => candidate.form === 'mixed' },
  { name: 'alone', points: 18, when: ({ candidate, row }) => candidate.isAlone && row === null },
  { name: 'in-row', points: 2, when: ({ row }) => row !== null },
  { name: 'large', points: 8, when: (place) => place.candidate.isAlone && styled(styleBits.isLarge)(place) },
  {
    name: 'set-off',
    points: 3,
    when: (place) => !isSpaced(place) && styled(styleBits.isMonospace | styleBits.isBold)(place),
  },
  { name: 'scrambled', points: 12, when: ({ candidate }) => isScrambled(candidate) },
  ...signals,
  {
    name: 'far',
    points: (place) => maxFarPoints - pointsOfSignals(place),
    when: (place) => place.base.proximity < nearProximity && pointsOfSignals(place) > maxFarPoints,
  },
  {
    name: 'field',
    points: ({ context }) => (context.features.isAboutOtherNumbers ? 4 : 7),
    when: isAskedInField,
  },
  { name: 'deadline', points: 6, when: hasDeadline },
]
