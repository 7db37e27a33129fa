import { showsPrices } from './candidates/amounts.ts'
import type { Candidate } from './candidates/candidate.ts'
import { isCodeLabel, type KeywordMatches, type SignalKind } from './keywords/keyword.ts'
import type { WordPatterns } from './keywords/word-patterns.ts'
import type { MailView } from './view/mail-view.ts'

/** A view of a mail with everything that was found in it: the input of the scoring. */
export interface ExtractionContext {
  view: MailView
  candidates: Candidate[]
  keywords: KeywordMatches
  features: MailFeatures
  patterns: WordPatterns
}

/** Features of a mail as a whole. Those that most mails are scored without are computed when they are first read. */
export interface MailFeatures {
  hasStrong: boolean
  hasStrongInSubject: boolean
  /** A label in the subject may name a one-time code. */
  hasLabelInSubject: boolean
  /** The subject names another kind of number, and neither a one-time code nor the proof of an identity. */
  isAboutOtherNumbers: boolean
  /** A label other than a word for any number may name a one-time code. */
  hasCodeLabel: boolean
  /** So short that it can hardly be about anything else. */
  isTerse: boolean
  /** It shows versions, colours or memory addresses. */
  readonly isTechnical: boolean
  /** It shows prices or percentages. */
  readonly hasAmounts: boolean
  /** It shows prices, and neither requests a code nor says how long one is valid. */
  readonly isReceipt: boolean
  /** A price stands alone on a line, in a cell or in a column. */
  readonly hasPriceLine: boolean
  /** It shows the last digits of a card number. */
  readonly showsCard: boolean
  /** It shows percentages, as offers do. */
  readonly hasPercentage: boolean
  /** How many labels name another kind of number. */
  negatives: number
  /** How many of intent, expiry and secrecy it shows. */
  signals: number
  /** `The code stands in the subject`, not `Leave the ticket number in the subject`. */
  readonly pointsAtSubject: boolean
  has: (kind: SignalKind) => boolean
}

/** Computes a value at the first call only. */
function once<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | null = null
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}

/** Computes the features of a mail from its keywords and its text. */
export function mailFeaturesOf(
  { labels, ...signals }: KeywordMatches,
  { plain, subjectEnd, positions }: MailView,
  patterns: WordPatterns,
): MailFeatures {
  const subject = plain.slice(0, subjectEnd)
  const isMeeting = meetingId.test(plain)
  const has = (kind: SignalKind): boolean => signals[kind].length > 0 || (kind === 'room' && isMeeting)
  const codeLabels = labels.filter((label) => isCodeLabel(label) && label.kind !== 'number')
  const inSubject = labels.filter((label) => label.start < subjectEnd)
  const otherInSubject = inSubject.filter((label) => !isCodeLabel(label))
  const provesIdentity = signals.intent.some(
    (match) =>
      match.start < subjectEnd && !otherInSubject.some(({ start, end }) => match.start < end && match.end > start),
  )
  const hasStrongInSubject = inSubject.some((label) => label.kind === 'strong')
  const hasPrices = once(() => showsPrices(plain, patterns))
  const hasPercentage = once(() => percentage.test(plain))
  const isTechnical = once(() => technical.test(plain))
  const isReceipt = once(() => !has('enter') && !has('expiry') && hasPrices())
  const hasPriceLine = once(() => hasPrices() && priceLine.test(plain))
  const showsCard = once(() => maskedEnd.test(plain) || patterns.cardEnd.test(plain))
  const pointsAtSubject = once(() => {
    const aboutOthers = new Set(
      labels.filter((label) => !isCodeLabel(label)).map(({ start }) => positions.sentences[start]),
    )
    return signals.pointer.some(({ start }) => !aboutOthers.has(positions.sentences[start]))
  })
  return {
    hasStrong: codeLabels.some((label) => label.kind === 'strong'),
    hasStrongInSubject,
    hasLabelInSubject: codeLabels.some((label) => label.start < subjectEnd),
    isAboutOtherNumbers:
      !hasStrongInSubject && ((otherInSubject.length > 0 && !provesIdentity) || percentage.test(subject)),
    hasCodeLabel: codeLabels.length > 0,
    isTerse: plain.length <= maxTerseChars,
    get isTechnical() {
      return isTechnical()
    },
    get hasAmounts() {
      return hasPrices() || hasPercentage()
    },
    get isReceipt() {
      return isReceipt()
    },
    get hasPriceLine() {
      return hasPriceLine()
    },
    get showsCard() {
      return showsCard()
    },
    get hasPercentage() {
      return hasPercentage()
    },
    get pointsAtSubject() {
      return pointsAtSubject()
    },
    negatives: labels.filter((label) => !isCodeLabel(label)).length,
    signals: [has('intent'), has('expiry'), has('share')].filter((isShown) => isShown).length,
    has,
  }
}

// Each of endless spaces and digits could begin a match: the limits are enough for a price and the space around it.
const priceLine =
  /(?:[\n\t]| {2})(?:\p{Sc}|\p{L}{1,3}\.?) ?-?\d[\d., ]{0,40}(?=[\n\t])|(?:[\n\t]| {2})-?\d[\d., ]{0,40} ?(?:\p{Sc}|\p{L}{1,4}\.?)(?=[\n\t])/u

/** `•••• 6031`: the last digits of a masked number. */
const maskedEnd = /(?:[*•●·]{2}|[xX]{2}|…) ?-?\d{4}(?!\d)/u

const maxTerseChars = 200

const technical =
  /#(?=\d*[a-f])[0-9a-f]{6}\b|\b0x[0-9a-f]{4,}|(?<![\d.])\d{1,2}\.(?!\d{3}\.\d{3})\d{1,3}\.(?!(?:19|20)\d\d)\d{3,5}(?![\d./])|\bcommit\b/i

const meetingId = /\bid\b[^\n]{0,20}(?<!\d)\d{3}[ -]\d{3,4}[ -]\d{3,4}(?!\d)/i

const percentage = /\d ?%|% ?\d/
