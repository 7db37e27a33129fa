import { isInterleaved, isScrambled } from '../candidates/candidate.ts'
import { isCodeLabel } from '../keywords/keyword.ts'
import { firstIndexFrom, type Span } from '../spans.ts'
import type { NamedPlace } from './feature.ts'
import { isIntroduced } from './introductions.ts'
import { isInOwnSentence } from './sentence-around.ts'

/** A number in a letter, with what its reader is asked for. */
export interface LetterPlace extends NamedPlace {
  /** Other numbers of the letter. */
  others: number
  /** Something leads to it. */
  isLedTo: boolean
  /** The label right before it names another number. */
  isNamedElse: boolean
}

const maxNextChars = 24
const maxBeforeChars = 6
const _longChars = 450

const signalKinds = ['enter', 'field', 'fresh', 'intent', 'expiry', 'stale', 'connector'] as const
/** The kinds of words that tell what a number in a letter is. */
type WordKind = (typeof signalKinds)[number] | 'label' | 'negative' | 'thing'

const wordKinds: readonly WordKind[] = [...signalKinds, 'label', 'negative', 'thing']
const tellingKinds = wordKinds.filter((kind) => kind !== 'connector')

function phrasesOf({ context: { keywords } }: LetterPlace, kind: WordKind): readonly Span[] {
  if (kind === 'label') return keywords.labels.filter(isCodeLabel)
  if (kind === 'negative') return keywords.labels.filter((label) => !isCodeLabel(label))
  return kind === 'thing' ? keywords.things : keywords[kind]
}

const isInSentence = ({ context: { view }, candidate }: LetterPlace, { start }: Span): boolean =>
  view.positions.sentences[start] === view.positions.sentences[candidate.start]

/** The kind of the word that stands nearest before a number in its sentence. */
function nearestBefore(place: LetterPlace): WordKind | null {
  let nearest: WordKind | null = null
  let from = -1
  for (const kind of tellingKinds) {
    const phrases = phrasesOf(place, kind)
    const last = phrases[firstIndexFrom(phrases, place.candidate.start) - 1]
    if (!last || last.end <= from || !isInSentence(place, last)) continue
    from = last.end
    nearest = kind
  }
  return nearest
}

/** The kind of the word that stands close behind it. */
function nextBehind(place: LetterPlace): WordKind | null {
  let next: WordKind | null = null
  let to = place.candidate.end + maxNextChars
  for (const kind of tellingKinds) {
    const phrases = phrasesOf(place, kind)
    const first = phrases[firstIndexFrom(phrases, place.candidate.end)]
    if (!first || first.start >= to || !isInSentence(place, first)) continue
    to = first.start
    next = kind
  }
  return next
}

const textBehind = ({ context: { view }, candidate: { end } }: LetterPlace): string =>
  view.plain.slice(end, end + maxBeforeChars)

const maxNounChars = 24

/** `Envelope 771204`, `Workspace 48213`: a long word or one with a capital stands right before it. */
function isOfNoun(place: LetterPlace): boolean {
  const { context, candidate } = place
  const before = context.view.plain.slice(Math.max(0, candidate.start - maxNounChars), candidate.start)
  const [, noun] = /(?<![\p{L}\p{M}])(\p{Lu}[\p{L}\p{M}]{1,19}|[\p{L}\p{M}]{5,20}) $/u.exec(before) ?? []
  if (noun === undefined) return false
  const from = candidate.start - 1 - noun.length
  return tellingKinds.every((kind) => {
    if (kind === 'thing' || kind === 'negative') return true
    const phrases = phrasesOf(place, kind)
    const last = phrases[firstIndexFrom(phrases, candidate.start) - 1]
    return last === undefined || last.end <= from
  })
}

/** What the table of features does not say. */
const traits: readonly [name: string, when: (place: LetterPlace) => boolean][] = [
  ['resend', ({ context }) => context.features.has('resend')],
  ['of-noun', isOfNoun],
  ['introduced', ({ context, candidate }) => isIntroduced(context.view, candidate)],
  ['strong', ({ context }) => context.features.hasStrong],
  ['identity', ({ context }) => context.features.isAboutIdentity],
  ['amounts', ({ context }) => context.features.hasAmounts],
  ['reply', ({ context }) => context.features.isReply],
  ['four', ({ candidate: { code } }) => code.length === 4],
  ['six', ({ candidate: { code } }) => code.length === 6],
  ['capitals', ({ candidate: { form } }) => form === 'letters'],
  ['drawn', ({ candidate }) => isInterleaved(candidate) || isScrambled(candidate)],
  ['word', ({ candidate: { form, code } }) => form === 'mixed' && /[A-Za-z]{3}/.test(code) && /[aeiou]/i.test(code)],
  ['others', ({ others }) => others > 0],
  ['in-subject', ({ context, candidate }) => candidate.start < context.view.subjectEnd],
  ['subject-first', ({ candidate }) => candidate.start === 0],
  ['terse', ({ context }) => context.features.isTerse],
  ['at-end', (place) => /^ ?[.!]? ?(?:\n|$)/.test(textBehind(place))],
  ['led-to', ({ isLedTo }) => isLedTo],
  ['named-else', ({ isNamedElse }) => isNamedElse],
]

const lengths = [450, 700, 1200]

/**
 * What a letter shows of a number: which words stand nearest before it, next behind it, in its sentence and anywhere, how long the
 * letter is, traits, and the features of the table that hold.
 */
export function letterFeatures(place: LetterPlace, ofTable: readonly string[]): string[] {
  const { view } = place.context
  const isOwn = (kind: WordKind): boolean => isInOwnSentence(view, phrasesOf(place, kind), place.candidate)
  const [nearest, next] = [nearestBefore(place), nextBehind(place)]
  return [
    ...(nearest ? [`nearest-${nearest}`] : []),
    ...(next ? [`next-${next}`] : []),
    ...wordKinds.filter(isOwn).map((kind) => `own-${kind}`),
    ...tellingKinds.filter((kind) => phrasesOf(place, kind).length > 0).map((kind) => `any-${kind}`),
    ...lengths.filter((chars) => view.plain.length > chars).map((chars) => `chars-${chars}`),
    ...traits.filter(([, when]) => when(place)).map(([name]) => name),
    ...new Set(ofTable),
  ]
}
