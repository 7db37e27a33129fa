import { styleBits } from '../html/text-style.ts'
import { showsPrices } from './candidates/amounts.ts'
import type { Candidate } from './candidates/candidate.ts'
import { isCodeLabel, type KeywordMatches, type LabelMatch, type SignalKind } from './keywords/keyword.ts'
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
export class MailFeatures {
  readonly hasStrong: boolean
  readonly hasStrongInSubject: boolean
  /** The subject names a one-time code or the proof of an identity. */
  readonly isAboutIdentity: boolean
  /** A label in the subject may name a one-time code. */
  readonly hasLabelInSubject: boolean
  /** The subject names another kind of number, and neither a one-time code nor the proof of an identity. */
  readonly isAboutOtherNumbers: boolean
  /** A label other than a word for any number may name a one-time code. */
  readonly hasCodeLabel: boolean
  /** So short that it can hardly be about anything else. */
  readonly isTerse: boolean
  /** How many labels name another kind of number. */
  readonly negatives: number
  /** The labels that name a one-time code, or hardly anything else. */
  readonly likelyLabels: LabelMatch[]
  /** How many of intent, expiry and secrecy it shows. */
  readonly signals: number
  readonly #keywords: KeywordMatches
  readonly #view: MailView
  readonly #patterns: WordPatterns
  #lowered: string | undefined
  readonly #known: { -readonly [Name in LazyFeature]?: boolean } = {}

  constructor(keywords: KeywordMatches, view: MailView, patterns: WordPatterns) {
    const { plain, subjectEnd } = view
    const { labels } = keywords
    this.#keywords = keywords
    this.#view = view
    this.#patterns = patterns
    const codeLabels = labels.filter((label) => isCodeLabel(label) && label.kind !== 'number')
    const inSubject = labels.filter((label) => label.start < subjectEnd)
    const otherInSubject = inSubject.filter((label) => !isCodeLabel(label) || isCompound(plain, label))
    const provesIdentity = keywords.intent.some(
      (match) =>
        match.start < subjectEnd && !otherInSubject.some(({ start, end }) => match.start < end && match.end > start),
    )
    const isTitledElse = (otherInSubject.length > 0 && !provesIdentity) || percentage.test(plain.slice(0, subjectEnd))
    this.hasStrong = codeLabels.some((label) => label.kind === 'strong')
    this.hasStrongInSubject = inSubject.some((label) => label.kind === 'strong')
    this.isAboutIdentity = this.hasStrongInSubject || provesIdentity
    this.hasLabelInSubject = codeLabels.some((label) => label.start < subjectEnd)
    this.isAboutOtherNumbers = !this.hasStrongInSubject && isTitledElse
    this.hasCodeLabel = codeLabels.length > 0
    this.isTerse = plain.length <= maxTerseChars
    this.negatives = labels.filter((label) => !isCodeLabel(label)).length
    this.likelyLabels = codeLabels.filter(({ kind }) => kind === 'strong' || kind === 'ambiguous')
    this.signals = Number(this.has('intent')) + Number(this.has('expiry')) + Number(this.has('share'))
  }

  /** In how many places a word stands, in capitals or not; no more than `most` are looked for. */
  countOf(word: string, most: number): number {
    this.#lowered ??= this.#view.plain.toLowerCase()
    const lowered = word.toLowerCase()
    let count = 0
    for (let at = this.#lowered.indexOf(lowered); at !== -1 && count < most; count++)
      at = this.#lowered.indexOf(lowered, at + 1)
    return count
  }

  /** It shows a signal; a meeting invites also by its number alone. */
  has(kind: SignalKind): boolean {
    return this.#keywords[kind].length > 0 || (kind === 'room' && this.#isMeeting)
  }

  /** It shows versions, colours or memory addresses. */
  get isTechnical(): boolean {
    return this.#once('isTechnical', () => technical.test(this.#view.plain))
  }

  /** It shows prices or percentages. */
  get hasAmounts(): boolean {
    return this.#hasPrices || this.hasPercentage
  }

  /** It shows prices, and neither requests a code nor says how long one is valid. */
  get isReceipt(): boolean {
    return !this.has('enter') && !this.has('expiry') && this.#hasPrices
  }

  /** A price stands alone on a line, in a cell or in a column. */
  get hasPriceLine(): boolean {
    return this.#once('hasPriceLine', () => this.#hasPrices && priceLine.test(this.#view.plain))
  }

  /** It shows the last digits of a card number. */
  get showsCard(): boolean {
    return this.#once('showsCard', () => {
      const { plain } = this.#view
      return maskedEnd.test(plain) || this.#patterns.cardEnd.test(plain)
    })
  }

  /** It shows a number of eleven digits in the groups of meetings, which is no phone number. */
  get hasMeetingNumber(): boolean {
    return this.#once('hasMeetingNumber', () => meetingNumber.test(this.#view.plain))
  }

  /** The subject says that it is an answer. */
  get isReply(): boolean {
    return this.#once('isReply', () => this.#patterns.replyMark.test(this.#view.plain.slice(0, maxReplyMarkChars)))
  }

  /** What is not quoted says that a code is over, or asks for another. */
  get asksAnew(): boolean {
    return this.#once(
      'asksAnew',
      () =>
        !subjectMark.test(this.#view.plain.slice(0, maxReplyMarkChars)) &&
        [...this.#keywords.resend, ...this.#keywords.stale].some(
          ({ start }) => start > this.#view.subjectEnd && (this.#view.styleAt(start) & styleBits.isQuoted) === 0,
        ),
    )
  }

  /** It shows percentages, as offers do. */
  get hasPercentage(): boolean {
    return this.#once('hasPercentage', () => percentage.test(this.#view.plain))
  }

  /** `It stands in the subject`, not `Leave the ticket number in the subject`. */
  get pointsAtSubject(): boolean {
    return this.#once('pointsAtSubject', () => {
      const others = this.#sentencesOf((label) => !isCodeLabel(label))
      return this.#keywords.pointer.some(({ start }) => !others.has(this.#view.positions.sentences[start]))
    })
  }

  /** `The code stands in the subject`, not `Reply with STOP in the subject`. */
  get pointsAtCodeInSubject(): boolean {
    return this.#once('pointsAtCodeInSubject', () => {
      const named = this.#sentencesOf(isCodeLabel)
      const { sentences } = this.#view.positions
      return this.pointsAtSubject && this.#keywords.pointer.some(({ start }) => named.has(sentences[start]))
    })
  }

  #sentencesOf(isMeant: (label: LabelMatch) => boolean): Set<number | undefined> {
    return new Set(this.#keywords.labels.filter(isMeant).map(({ start }) => this.#view.positions.sentences[start]))
  }

  get #isMeeting(): boolean {
    return this.#once('isMeeting', () => meetingId.test(this.#view.plain))
  }

  get #hasPrices(): boolean {
    return this.#once('hasPrices', () => showsPrices(this.#view.plain, this.#patterns))
  }

  #once(name: LazyFeature, compute: () => boolean): boolean {
    const value = this.#known[name] ?? compute()
    this.#known[name] = value
    return value
  }
}

/** `Partnercode`: the word for codes is the end of a longer word that is no keyword. */
export const isCompound = (plain: string, { kind, start }: LabelMatch): boolean =>
  kind === 'weak' && /[a-z\u00c0-\u04ff]/i.test(plain[start - 1] ?? ' ')

type LazyFeature =
  | 'hasMeetingNumber'
  | 'isMeeting'
  | 'isReply'
  | 'asksAnew'
  | 'isTechnical'
  | 'hasPriceLine'
  | 'showsCard'
  | 'hasPercentage'
  | 'pointsAtSubject'
  | 'pointsAtCodeInSubject'
  | 'hasPrices'

// Each of endless spaces and digits could begin a match: the limits are enough for a price and the space around it.
const priceLine =
  /(?:[\n\t]| {2})(?:\p{Sc}|\p{L}{1,3}\.?) ?-?\d[\d., ]{0,40}(?=[\n\t])|(?:[\n\t]| {2})-?\d[\d., ]{0,40} ?(?:\p{Sc}|\p{L}{1,4}\.?)(?=[\n\t])/u

/** `•••• 6031`: the last digits of a masked number. */
const maskedEnd = /(?:[*•●·]{2}|[xX]{2}|…) ?-?\d{4}(?!\d)/u

const maxReplyMarkChars = 20
/** `Fwd: `, in any language. */
const subjectMark = /^\s*\p{L}{1,6} ?:/u
const maxTerseChars = 200

const technical =
  /#(?=\d*[a-f])[0-9a-f]{6}\b|\b0x[0-9a-f]{4,}|(?<![\d.])\d{1,2}\.(?!\d{3}\.\d{3})\d{1,3}\.(?!(?:19|20)\d\d)\d{3,5}(?![\d./])|\bcommit\b/i

// It begins with digits, which are rarer than letters; what stands before them is looked at afterwards.
const meetingId = /\d{3}(?<=\bid\b[^\n]{0,20}(?<!\d)\d{3})[ -]\d{3,4}[ -]\d{3,4}(?!\d)/i

const meetingNumber = /(?<![\d+(-]|\d )(?!1[3-9]|0)\d{3} \d{4} \d{4}(?![\d-]| \d)/

const percentage = /\d ?%|% ?\d/
