import { firstIndexFrom, type Span } from '../spans.ts'
import { continuesWord, isSpaceLike, isWordUnit } from '../view/characters.ts'
import type { KeywordMatch, LabelMatch } from './keyword.ts'

const lineFeed = 0x0a
const hyphen = 0x2d

/** What makes a label that of another kind of number. */
export interface OtherParts {
  /** Words for other things that have numbers. */
  things: KeywordMatch[]
  /** Matches what may stand between two nouns. */
  genitive: RegExp
}

/**
 * Sorts the labels of a text and resolves overlaps: the longer one wins, but a phrase that names a one-time code always wins over one
 * that may. A word for codes or numbers joined to the word for another thing or kind of number (`gift code`, `Rabattcode`, `código de
 * descuento`) becomes negative.
 */
export function resolveLabels(
  folded: Uint16Array,
  labels: LabelMatch[],
  { things, genitive }: OtherParts,
): LabelMatch[] {
  const resolved: LabelMatch[] = []
  for (const label of labels.sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = resolved.at(-1)
    if (!last || label.start >= last.end) resolved.push(label)
    else if (hasPrecedence(label, last)) resolved[resolved.length - 1] = label
  }
  return resolved.map((label, index): LabelMatch => {
    if (label.kind === 'strong' || label.kind === 'negative') return label
    const next = firstIndexFrom(things, label.start)
    const thing = [things[next - 1], things[next]].find((other) => isJoined(folded, { other, label, genitive }))
    if (thing) return { kind: 'negative', ...union(label, thing) }
    if (label.kind !== 'weak') return label
    const [before, behind] = [resolved[index - 1], resolved[index + 1]]
    // `Your code: order` and `code ending in` are no names: behind a label a word has to join the next.
    const isBeside = behind !== undefined && behind.start - wordEnd(folded, label.end) > 1
    const isOther = [before, isBeside ? behind : undefined].some(
      (other) => other?.kind === 'negative' && isJoined(folded, { other, label, genitive }),
    )
    return isOther ? { ...label, kind: 'negative' } : label
  })
}

function hasPrecedence(label: LabelMatch, last: LabelMatch): boolean {
  if (label.kind === 'strong' && last.kind !== 'negative')
    return last.kind !== 'strong' || lengthOf(label) > lengthOf(last)
  if (last.kind === 'strong' && label.kind !== 'negative') return false
  return lengthOf(label) > lengthOf(last)
}

const lengthOf = ({ start, end }: LabelMatch): number => end - start

const maxJointChars = 8

/** Whether nothing but what joins two nouns stands between a label and another word. */
function isJoined(
  folded: Uint16Array,
  { other, label, genitive }: { other: Span | undefined; label: Span; genitive: RegExp },
): boolean {
  if (other === undefined || overlaps(other, label)) return false
  const [first, second] = other.start < label.start ? [other, label] : [label, other]
  // The rest of the word may be the ending of a case: `of the locker` in one word.
  const gap = folded.subarray(Math.min(wordEnd(folded, first.end), second.start), second.start)
  if (gap.length <= 1) return gap.length === 0 || (gap[0] !== lineFeed && isSpaceLike(gap[0] ?? 0))
  // A hyphen may be a dash, behind which something else begins.
  const isOneLine = !gap.includes(lineFeed) && !gap.includes(hyphen)
  return gap.length <= maxJointChars && isOneLine && genitive.test(String.fromCharCode(...gap))
}

/** The words from which labels are composed. */
export interface LabelParts extends OtherParts {
  labels: LabelMatch[]
  /** Words for what one-time codes are for. */
  purposes: KeywordMatch[]
  /** Matches words for passwords. */
  password: RegExp
}

const maxGapChars = 8
const maxGapWords = 1
const maxWordChars = 24

/**
 * Joins a word for codes with the word for its purpose beside it: `code … verification`, `Anmelde…code`, `kod do … logowania` name a
 * one-time code in more ways than a list can hold; a word for numbers with a purpose (`access number`) may name one.
 */
export const composeLabels = (folded: Uint16Array, parts: LabelParts): LabelMatch[] => {
  const { labels, purposes, password } = parts
  return labels.map((label): LabelMatch => {
    if (label.kind === 'strong' || label.kind === 'negative') return label
    const isOfPassword = label.kind !== 'number' && isPassword(folded, label, password)
    const purpose = purposeBeside(folded, { noun: label, purposes, labels })
    if (isOfPassword && !(purpose && leadsToDigits(folded, union(label, purpose))))
      return { ...label, isPassword: true }
    if (!purpose || (label.kind === 'number' && isPartOfNextName(folded, label, purpose))) return label
    const composed = union(label, purpose)
    const kind = isOfThing(folded, composed, parts) ? 'negative' : label.kind === 'number' ? 'ambiguous' : 'strong'
    return { kind, ...composed }
  })
}

/** `Código de seguridad de la tarjeta` is on a card: a word joins a thing to the end of the label. */
function isOfThing(folded: Uint16Array, label: Span, { things, genitive }: LabelParts): boolean {
  const thing = things[firstIndexFrom(things, label.end)]
  return (
    thing !== undefined &&
    thing.start - wordEnd(folded, label.end) > 1 &&
    isJoined(folded, { other: thing, label, genitive })
  )
}

const maxIntroductionChars = 16

/** `Password reset` is a subject, `password for the signature: 482913` a label: nothing but `is` or a colon stands before the number. */
function leadsToDigits(folded: Uint16Array, { end }: Span): boolean {
  const from = wordEnd(folded, end)
  const behind = String.fromCharCode(...folded.subarray(from, from + maxIntroductionChars))
  return /^[^\p{L}\p{N}]{1,4}(?:\p{L}{1,6}[^\p{L}\p{N}]{1,3})?\d/u.test(behind)
}

const union = (one: Span, other: Span): Span => ({
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
})

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end

/** The purpose that stands next to a noun, before or behind it. */
function purposeBeside(
  folded: Uint16Array,
  { noun, purposes, labels }: { noun: Span; purposes: KeywordMatch[]; labels: LabelMatch[] },
): KeywordMatch | undefined {
  const next = firstIndexFrom(purposes, noun.start)
  return purposes.slice(Math.max(0, next - 1), next + 2).find((purpose) => {
    if (overlaps(purpose, noun) || isTaken(labels, purpose)) return false
    return purpose.start < noun.start
      ? isNarrow(folded, wordEnd(folded, purpose.end), noun.start)
      : isNarrow(folded, wordEnd(folded, noun.end), purpose.start)
  })
}

/** Whether a word for another kind of number overlaps it. */
const isTaken = (labels: LabelMatch[], purpose: Span): boolean =>
  neighboursOf(labels, purpose).some((label) => label.kind === 'negative' && overlaps(label, purpose))

/** Of spans that are in order and do not overlap, those that may overlap another. */
function neighboursOf<Match extends Span>(spans: Match[], { start }: Span): Match[] {
  const next = firstIndexFrom(spans, start)
  return spans.slice(Math.max(0, next - 1), next + 1)
}

function wordEnd(folded: Uint16Array, from: number): number {
  let at = from
  while (at - from < maxWordChars && continuesWord(folded[at] ?? 0)) at++
  return at
}

/** `Číslo bezpečnostního případu:` is the number of a case: the purpose only qualifies the next word. */
function isPartOfNextName(folded: Uint16Array, noun: Span, purpose: Span): boolean {
  if (purpose.start < noun.end) return false
  const end = wordEnd(folded, purpose.end)
  return /^ \p{L}{4,24} ?[:\n\t]/u.test(String.fromCharCode(...folded.subarray(end, end + 28)))
}

/** At most one short word between, on the same line, and no number, which may be the code. Within one word there is no gap. */
function isNarrow(folded: Uint16Array, from: number, to: number): boolean {
  if (to <= from) return true
  if (to - from > maxGapChars) return false
  let words = 0
  let isInWord = false
  for (let at = from; at < to; at++) {
    const unit = folded[at] ?? 0
    const isWord = isWordUnit(unit)
    if (!isWord && !joints.has(unit)) return false
    if (isDigit(unit) && isDigit(folded[at + 1] ?? 0)) return false
    if (isWord && !isInWord) words++
    isInWord = isWord
  }
  return words <= maxGapWords
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

const joints: ReadonlySet<number> = new Set([' ', '-', "'"].map((char) => char.charCodeAt(0)))

/** `Password reset` says what the mail is about and names no code. */
const isPassword = (folded: Uint16Array, { start, end }: Span, password: RegExp): boolean =>
  password.test(String.fromCharCode(...folded.subarray(start, Math.min(end, start + maxWordChars))))
