import type { Work } from '../text/work.ts'
import type { WordKind, WordMatch } from './action-words.ts'
import type { FoundWords, WordFinder } from './word-finder.ts'

const secondsOf: ReadonlyMap<WordMatch['kind'], number> = new Map([
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
])
const charsAround = 600
/** Of the sentences with a number so many are read, the nearest first. */
const maxSentences = 4
const sentenceEnd = /[\n!?。]|\.(?!\p{Nd})/u
const hasNumber = /(?<![\p{Nd}.,:/-])\p{Nd}{1,3}(?!\p{Nd})/u
/** A word that says that a link expires, and the duration, stand in one sentence. */
const maxApart = 80
const numberBefore = /(?:^|[^a-z\d.,:/-])(\d{1,3}) ?-?$/i
const maxNumberChars = 6

/** How long the link at a place works, by the text around it: in seconds, null where it says nothing, or two different things. Linear. */
export function lifetimeIn(
  body: string,
  { start, end }: { start: number; end: number },
  { finder, work }: { finder: WordFinder; work: Work },
): number | null {
  const before = sentencesOf(body.slice(Math.max(0, start - charsAround), start))
    .reverse()
    .slice(0, maxSentences)
  const after = sentencesOf(body.slice(end, end + charsAround)).slice(0, maxSentences)
  if (before.length + after.length === 0) return null
  const lifetimes = new Set<number>()
  for (const found of finder.find([...before, ...after], work)) addLifetimes(found, lifetimes)
  const [lifetime = null] = lifetimes
  return lifetimes.size === 1 ? lifetime : null
}

/** The sentences with a number. */
const sentencesOf = (text: string): string[] => text.split(sentenceEnd).filter((sentence) => hasNumber.test(sentence))

function addLifetimes({ text, matches }: FoundWords, lifetimes: Set<number>): void {
  const names = (wanted: WordKind): boolean => matches.some(({ kind }) => kind === wanted)
  if (names('codeOrAccount') && !names('link')) return
  const expiries = matches.filter(({ kind }) => kind === 'expires')
  for (const unit of matches) {
    const seconds = secondsOf.get(unit.kind)
    const [, amount] = numberBefore.exec(text.slice(Math.max(0, unit.start - maxNumberChars), unit.start)) ?? []
    if (seconds === undefined || amount === undefined || Number(amount) === 0) continue
    if (expiries.some((expiry) => isNear(expiry, unit))) lifetimes.add(Number(amount) * seconds)
  }
}

const isNear = (one: WordMatch, other: WordMatch): boolean =>
  Math.max(one.start, other.start) - Math.min(one.end, other.end) <= maxApart
