import { firstIndexFrom, type Span } from '../spans.ts'
import { continuesWord, isSpaceLike, isWordUnit } from '../view/characters.ts'
import type { KeywordMatch, LabelMatch } from './keyword.ts'

const lineFeed = 0x0a
const hyphen = 0x2d

/**
 * Sorts the labels of a text and resolves overlaps: the longer one wins, but a phrase that names a one-time code always wins over one
 * that may. A weak word joined to the word for another kind of number (`gift code`, `Rabattcode`) becomes negative.
 */
export function resolveLabels(folded: Uint16Array, labels: LabelMatch[], genitive: RegExp): LabelMatch[] {
  const resolved: LabelMatch[] = []
  for (const label of labels.sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = resolved.at(-1)
    if (!last || label.start >= last.end) resolved.push(label)
    else if (hasPrecedence(label, last)) resolved[resolved.length - 1] = label
  }
  return resolved.map((label, index) =>
    label.kind === 'weak' && isJoinedTo(folded, { before: resolved[index - 1], label, genitive })
      ? { ...label, kind: 'negative' }
      : label,
  )
}

function hasPrecedence(label: LabelMatch, last: LabelMatch): boolean {
  if (label.kind === 'strong' && last.kind !== 'negative')
    return last.kind !== 'strong' || lengthOf(label) > lengthOf(last)
  if (last.kind === 'strong' && label.kind !== 'negative') return false
  return lengthOf(label) > lengthOf(last)
}

const lengthOf = ({ start, end }: LabelMatch): number => end - start

const maxJointChars = 6

function isJoinedTo(
  folded: Uint16Array,
  { before, label, genitive }: { before: LabelMatch | undefined; label: LabelMatch; genitive: RegExp },
): boolean {
  if (before?.kind !== 'negative') return false
  // The rest of the word may be the ending of a case: `of the locker` in one word.
  const gap = folded.subarray(Math.min(wordEnd(folded, before.end), label.start), label.start)
  if (gap.length <= 1) return gap.length === 0 || (gap[0] !== lineFeed && isSpaceLike(gap[0] ?? 0))
  // A hyphen may be a dash, behind which something else begins.
  const isOneLine = !gap.includes(lineFeed) && !gap.includes(hyphen)
  return gap.length <= maxJointChars && isOneLine && genitive.test(String.fromCharCode(...gap))
}

/** The words from which labels are composed. */
export interface LabelParts {
  labels: LabelMatch[]
  /** Words for numbers of any sort. */
  numbers: KeywordMatch[]
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
export function composeLabels(folded: Uint16Array, { labels, numbers, purposes, password }: LabelParts): LabelMatch[] {
  const isNumber = new Set(numbers.map(({ start }) => start))
  const joined = labels.map((label): LabelMatch => {
    if (label.kind !== 'weak' && label.kind !== 'ambiguous') return label
    if (isPassword(folded, label, password)) return { ...label, isPassword: true }
    const purpose = purposeBeside(folded, { noun: label, purposes, labels })
    const isAnyNumber = isNumber.has(label.start)
    if (purpose) return { kind: isAnyNumber ? 'ambiguous' : 'strong', ...union(label, purpose) }
    return isAnyNumber && label.kind === 'weak' ? { ...label, kind: 'number' } : label
  })
  const named = numbers.flatMap((noun): LabelMatch[] => {
    if (neighboursOf(labels, noun).some((label) => overlaps(label, noun))) return []
    const purpose = purposeBeside(folded, { noun, purposes, labels })
    return purpose && !isPartOfNextName(folded, noun, purpose) ? [{ kind: 'ambiguous', ...union(noun, purpose) }] : []
  })
  return named.length === 0 ? joined : [...joined, ...named].sort((one, other) => one.start - other.start)
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
