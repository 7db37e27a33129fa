import type { Work } from '../text/work.ts'
import type { WordMatch } from './action-words.ts'
import type { WordFinder } from './word-finder.ts'

const secondsOf: ReadonlyMap<WordMatch['kind'], number> = new Map([
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
])
const charsAround = 600
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
  const around = `${body.slice(Math.max(0, start - charsAround), start)}\n${body.slice(end, end + charsAround)}`
  const [found] = finder.find([around], work)
  if (!found) return null
  const { text, matches } = found
  const expiries = matches.filter(({ kind }) => kind === 'expires')
  const lifetimes = new Set<number>()
  for (const unit of matches) {
    const seconds = secondsOf.get(unit.kind)
    const [, amount] = numberBefore.exec(text.slice(Math.max(0, unit.start - maxNumberChars), unit.start)) ?? []
    if (seconds === undefined || amount === undefined || Number(amount) === 0) continue
    if (expiries.some((expiry) => isNear(text, expiry, unit))) lifetimes.add(Number(amount) * seconds)
  }
  const [lifetime = null] = lifetimes
  return lifetimes.size === 1 ? lifetime : null
}

function isNear(text: string, one: WordMatch, other: WordMatch): boolean {
  const from = Math.min(one.end, other.end)
  const to = Math.max(one.start, other.start)
  return to - from <= maxApart && !/[\n.!?。]/.test(text.slice(from, to))
}
