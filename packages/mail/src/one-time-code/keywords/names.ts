import { firstIndexFrom, type Span } from '../spans.ts'

const maxNameChars = 30
const maxGapChars = 24
const isCapital = (char = ''): boolean => char !== char.toLowerCase()

/**
 * A test whether a word of the lists is only (the beginning of) a name: a word with a capital within a sentence is one beside a word for
 * codes without a capital (`your Zoom code`, `kod Ticketmaster`); one with more capitals or a domain behind is one anywhere (`SeatGeek`,
 * `Booking.com`), and so is one that is longer than the word of the list and all of the subject. Where nouns have capitals (`Ihr Partner-Code`, `Guest Code`), a capital says nothing.
 */
export function nameTest(plain: string, nouns: readonly Span[]): (word: Span) => boolean {
  let sorted: Span[] | undefined
  return ({ start, end }) => {
    if (!isCapital(plain[start])) return false
    const rest = /^[\p{L}\p{M}\p{N}]*/u.exec(plain.slice(end, end + maxNameChars))?.[0] ?? ''
    if (rest !== '' && plain.startsWith(`${plain.slice(start, end + rest.length)}\n`)) return true
    if (/\p{Lu}/u.test(rest) || domain.test(plain.slice(end + rest.length, end + rest.length + maxNameChars)))
      return true
    // `Wi-Fi`, `SIM`, and phrases
    if (/[\p{Lu}\s-]/u.test(plain.slice(start + 1, end)) || !isWithinSentence(plain, start)) return false
    sorted ??= nouns.toSorted((one, other) => one.start - other.start)
    const next = firstIndexFrom(sorted, start)
    return [sorted[next - 1], sorted[next]].some((noun) => {
      if (!noun || isCapital(plain[wordStart(plain, noun.start)])) return false
      const gap = noun.start < start ? start - noun.end : noun.start - (end + rest.length)
      return gap > 0 && gap <= maxGapChars
    })
  }
}

/** Where the word begins in which a phrase may be the tail: `Partnercode`. */
const wordStart = (plain: string, at: number): number =>
  at - (/[\p{L}\p{M}]{0,40}$/u.exec(plain.slice(Math.max(0, at - maxNameChars), at))?.[0] ?? '').length

const domain = /^\.\p{Ll}{2,}/u

/** A word stands before it on its line, and no sentence ends between. */
const isWithinSentence = (plain: string, start: number): boolean =>
  /[\p{L}\p{N},][ -]$/u.test(plain.slice(Math.max(0, start - 2), start))
