import { continuesWord, isWordUnit } from './characters.ts'
import type { LabelHit, SignHit } from './lexicon.ts'
import type { PhraseHit } from './phrase-automaton.ts'
import { firstFrom } from './scene.ts'

/** What labels are put together from. */
export interface LabelParts {
  labels: LabelHit[]
  /** Words for numbers of any sort. */
  numbers: SignHit[]
  /** Words for what one-time codes are for. */
  purposes: SignHit[]
}

const maxGapChars = 8
const maxGapWords = 1
const maxWordChars = 24

/**
 * Joins a word for codes to what it is for: `code … verification`, `Anmelde…code`, `kod do … logowania` name a one-time code, in more
 * ways than any list has; a word for numbers with its purpose (`access number`) may name one. Both stand side by side.
 */
export function composeLabels(folded: Uint16Array, { labels, numbers, purposes }: LabelParts): LabelHit[] {
  const isNumber = new Set(numbers.map(({ start }) => start))
  const joined = labels.map((label): LabelHit => {
    if (label.kind !== 'weak' && label.kind !== 'ambiguous') return label
    if (isPassword(folded, label)) return { ...label, isPassword: true }
    const purpose = besides(folded, { noun: label, purposes, labels })
    const isAnyNumber = isNumber.has(label.start)
    if (purpose) return { kind: isAnyNumber ? 'ambiguous' : 'strong', ...union(label, purpose) }
    return isAnyNumber && label.kind === 'weak' ? { ...label, kind: 'number' } : label
  })
  const named = numbers.flatMap((noun): LabelHit[] => {
    if (neighbours(labels, noun).some((label) => overlap(label, noun))) return []
    const purpose = besides(folded, { noun, purposes, labels })
    return purpose && !belongsToNext(folded, noun, purpose) ? [{ kind: 'ambiguous', ...union(noun, purpose) }] : []
  })
  return named.length === 0 ? joined : [...joined, ...named].sort((one, other) => one.start - other.start)
}

type Span = Pick<PhraseHit<string>, 'start' | 'end'>

const union = (one: Span, other: Span): Span => ({
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
})

const overlap = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end

/** The purpose that stands next to a noun, before or behind it. */
function besides(
  folded: Uint16Array,
  { noun, purposes, labels }: { noun: Span; purposes: SignHit[]; labels: LabelHit[] },
): SignHit | undefined {
  const next = firstFrom(purposes, noun.start)
  return purposes.slice(Math.max(0, next - 1), next + 2).find((purpose) => {
    if (overlap(purpose, noun) || isTaken(labels, purpose)) return false
    return purpose.start < noun.start
      ? isNarrow(folded, wordEnd(folded, purpose.end), noun.start)
      : isNarrow(folded, wordEnd(folded, noun.end), purpose.start)
  })
}

/** A word for another kind of number covers it. */
const isTaken = (labels: LabelHit[], purpose: Span): boolean =>
  neighbours(labels, purpose).some((label) => label.kind === 'negative' && overlap(label, purpose))

/** Those of some spans, in order and apart, that may overlap another. */
function neighbours<Hit extends Span>(spans: Hit[], { start }: Span): Hit[] {
  const next = firstFrom(spans, start)
  return spans.slice(Math.max(0, next - 1), next + 1)
}

function wordEnd(folded: Uint16Array, from: number): number {
  let at = from
  while (at - from < maxWordChars && continuesWord(folded[at] ?? 0)) at++
  return at
}

/** `Číslo bezpečnostního případu:` is the number of a case: the word for a purpose only says of what sort. */
function belongsToNext(folded: Uint16Array, noun: Span, purpose: Span): boolean {
  if (purpose.start < noun.end) return false
  const end = wordEnd(folded, purpose.end)
  return /^ \p{L}{4,24} ?[:\n\t]/u.test(String.fromCharCode(...folded.subarray(end, end + 28)))
}

/** At most one short word on one line, and no number: that may be the code. A noun inside the same word leaves no gap at all. */
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

/** `Password reset` is what the mail is about, not a name of a code. */
const passwords =
  /pass|kennwor|contrase|clave de acc|senha|wachtwoo|losenor|adgangskod|hesl|haslo|salasan|jelsz|sifre|парол|parol|κωδικο. προσβ|عبور|密码|密碼|パスワード|비밀번호|mat khau|sandi|laluan|รหัสผ่าน|पासवर्ड|পাসও|கடவுச்/

const isPassword = (folded: Uint16Array, { start, end }: Span): boolean =>
  passwords.test(String.fromCharCode(...folded.subarray(start, Math.min(end, start + 24))))
