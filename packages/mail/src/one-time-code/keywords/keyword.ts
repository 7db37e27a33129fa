import type { PhraseMatch } from './phrase-automaton.ts'

/**
 * What a label says of the number near it: `strong` names a one-time code, `ambiguous` one unless the mail is about bookings and the
 * like, `weak` some code, `number` any number at all, `negative` another kind of number.
 */
export type LabelKind = 'strong' | 'ambiguous' | 'negative' | 'weak' | 'number'

/**
 * What else mails with codes say: that an identity is proved (`intent`), that something is to be typed in (`enter`), how long the code
 * is valid (`expiry`), that it is secret (`share`), that a code is no longer valid, was used or is an example (`stale`) or was sent in another way
 * (`elsewhere`), that a number follows (`connector`) or stands in the subject (`pointer`); that it invites to a meeting, whose room
 * has lasting numbers (`room`); where something is typed in (`field`: a box, a form, a screen, a page), that a number takes the place of
 * another (`fresh`: a new one, instead), a request to send one again (`resend`); and words that negate (`negation`).
 */
export type SignalKind =
  | 'intent'
  | 'enter'
  | 'expiry'
  | 'share'
  | 'stale'
  | 'elsewhere'
  | 'connector'
  | 'room'
  | 'negation'
  | 'pointer'
  | 'field'
  | 'fresh'
  | 'resend'

/**
 * All kinds of phrases in a language file. Two become parts of labels with a word for codes or numbers beside them: `purpose`, what
 * one-time codes are for, and `thing`, what has a number of another kind.
 */
export type KeywordKind = LabelKind | SignalKind | 'purpose' | 'thing'

/** All kinds, in the order of the automaton's results. */
export const keywordKinds: readonly KeywordKind[] = [
  'strong',
  'ambiguous',
  'negative',
  'weak',
  'intent',
  'enter',
  'expiry',
  'share',
  'stale',
  'elsewhere',
  'connector',
  'room',
  'negation',
  'pointer',
  'field',
  'fresh',
  'resend',
  'purpose',
  'thing',
  'number',
]

/** A phrase of a language file, found in a text. */
export type KeywordMatch = PhraseMatch<KeywordKind>

/** A word or phrase that names a number. */
export type LabelMatch = PhraseMatch<LabelKind> & {
  /** It names a password, as mails about passwords do that carry no code. */
  isPassword?: boolean
}

/** All keywords of a text; each list in the order of the text. */
export interface KeywordMatches extends Record<SignalKind, KeywordMatch[]> {
  labels: LabelMatch[]
  /** Words for what has a number of another kind, whether or not they are a part of a label. */
  things: KeywordMatch[]
}

/** Whether a label may name a one-time code. */
export const isCodeLabel = (label: LabelMatch): boolean => label.kind !== 'negative'
