import { showsPrices } from './amounts.ts'
import type { Candidate } from './candidate.ts'
import type { Findings, LabelHit, SignKind } from './lexicon.ts'
import type { MailView } from './mail-view.ts'

/** A view with all that was found in it: what the scoring looks at. */
export interface Scene {
  view: MailView
  candidates: Candidate[]
  findings: Findings
  tone: Tone
}

/** What the mail as a whole is about. */
export interface Tone {
  hasStrong: boolean
  hasStrongInSubject: boolean
  /** The subject names a code, plainly or not. */
  hasLabelInSubject: boolean
  /** The subject names something else that has numbers, and neither a one-time code nor the proof of an identity. */
  isAboutElse: boolean
  hasSpeaking: boolean
  /** So short that it can hardly be about anything else. */
  isTerse: boolean
  /** It shows versions, colours or addresses of memory. */
  readonly isTechnical: boolean
  /** It shows prices or percentages. */
  readonly hasAmounts: boolean
  /** It shows prices, and neither asks for a code nor says until when one is good. */
  readonly isReceipt: boolean
  /** A price is all that stands on a line, in a cell or in a column. */
  readonly hasPriceLine: boolean
  /** It shows the end of a card's number. */
  readonly showsCard: boolean
  /** It shows percentages, as offers do. */
  readonly hasPercentage: boolean
  negatives: number
  /** How many of intent, expiry and secrecy it shows. */
  signs: number
  /** `The code stands in the subject`, not `Leave the ticket number in the subject`. */
  readonly pointsAtSubject: boolean
  has: (kind: SignKind) => boolean
}

/** Makes something when it is first asked for, and only then. */
function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export function toneOf({ labels, ...signs }: Findings, { plain, subjectEnd, places }: MailView): Tone {
  const subject = plain.slice(0, subjectEnd)
  const isMeeting = meetingId.test(plain)
  const has = (kind: SignKind): boolean => signs[kind].length > 0 || (kind === 'room' && isMeeting)
  const speaking = labels.filter((label) => speaksForCode(label) && label.kind !== 'number')
  const inSubject = labels.filter((label) => label.start < subjectEnd)
  const elseInSubject = inSubject.filter((label) => !speaksForCode(label))
  const provesIdentity = signs.intent.some(
    (hit) => hit.start < subjectEnd && !elseInSubject.some(({ start, end }) => hit.start < end && hit.end > start),
  )
  const hasStrongInSubject = inSubject.some((label) => label.kind === 'strong')
  // Most mails are judged without a look at these.
  const hasPrices = once(() => showsPrices(plain))
  const hasPercentage = once(() => percentage.test(plain))
  const isTechnical = once(() => technical.test(plain))
  const isReceipt = once(() => !has('enter') && !has('expiry') && hasPrices())
  const hasPriceLine = once(() => hasPrices() && priceLine.test(plain))
  const showsCard = once(() => cardEnd.test(plain))
  const pointsAtSubject = once(() => {
    const aboutElse = new Set(
      labels.filter((label) => !speaksForCode(label)).map(({ start }) => places.sentences[start]),
    )
    return signs.pointer.some(({ start }) => !aboutElse.has(places.sentences[start]))
  })
  return {
    hasStrong: speaking.some((label) => label.kind === 'strong'),
    hasStrongInSubject,
    hasLabelInSubject: speaking.some((label) => label.start < subjectEnd),
    isAboutElse: !hasStrongInSubject && ((elseInSubject.length > 0 && !provesIdentity) || percentage.test(subject)),
    hasSpeaking: speaking.length > 0,
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
    negatives: labels.filter((label) => !speaksForCode(label)).length,
    signs: [has('intent'), has('expiry'), has('share')].filter((isShown) => isShown).length,
    has,
  }
}

// Of spaces and figures without end each could be a beginning: so many are enough for a price and the space around it.
const priceLine =
  /(?:[\n\t]| {2})(?:\p{Sc}|\p{L}{1,3}\.?) ?-?\d[\d., ]{0,40}(?=[\n\t])|(?:[\n\t]| {2})-?\d[\d., ]{0,40} ?(?:\p{Sc}|\p{L}{1,4}\.?)(?=[\n\t])/u

/** `•••• 6031`, `card ending in 6031`: all that a mail may show of the number of a card. */
const cardEnd =
  /(?:[*•●·]{2}|[xX]{2}|…) ?-?\d{4}(?!\d)|(?:card|kar[td]|carta|tarjeta|cart[ãa]o|carte|kort|карт|κάρτα|بطاق|کارت|כרטיס|कार्ड|কার্ড|கார்டு|அட்டை|บัตร|thẻ|卡|カード|카드)[^\n\d]{0,30} ?\d{4}(?!\d)/iu

const maxTerseChars = 200

const technical =
  /#(?=\d*[a-f])[0-9a-f]{6}\b|\b0x[0-9a-f]{4,}|(?<![\d.])\d{1,2}\.(?!\d{3}\.\d{3})\d{1,3}\.(?!(?:19|20)\d\d)\d{3,5}(?![\d./])|\bcommit\b/i

const meetingId = /\bid\b[^\n]{0,20}(?<!\d)\d{3}[ -]\d{3,4}[ -]\d{3,4}(?!\d)/i

const percentage = /\d ?%|% ?\d/

export const speaksForCode = (label: LabelHit): boolean => label.kind !== 'negative'

/** The index of the first of some spans, in order, that starts at or behind a position. */
export function firstFrom(spans: readonly { start: number }[], position: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.start ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}
