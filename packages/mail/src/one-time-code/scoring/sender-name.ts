import type { ExtractionContext } from '../extraction-context.ts'
import type { Span } from '../spans.ts'
import { wordEnd } from './distance.ts'

const maxWordChars = 30
const maxPhraseChars = 70
const maxWords = 3
/** `Netflix`, `eBay`, `1Password`, `Booking.com` */
const name = "(?:\\p{Ll}?\\p{Lu}|\\d+\\p{L})(?:[\\p{L}\\p{M}\\p{N}.&+'-]*[\\p{L}\\p{M}\\p{N}+])?"
const nameBefore = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}.&+'-])(${name})[ -]$`, 'u')
const namesBehind = new RegExp(`^( (?:[\\p{L}\\p{M}']{1,8} ){0,2}?)(${name}(?: ${name}){0,2})(?![\\p{L}\\p{N}])`, 'u')
const wordsBehind = /^(?: [\p{L}\p{M}]{1,8}){1,2}(?![\p{L}\p{M}])/u

/**
 * A word for codes with the name of the sender before or behind it: `Orbit code`, `Orbit-Code`, `código de Orbit`, `kode Orbit Anda`. A
 * name has a capital and stands in the subject, too, or within a sentence beside a word for codes that has none.
 */
export function withNames(context: Context, label: Span): Span {
  return { start: startWithName(context, label), end: endWithName(context, label) }
}

type Context = Pick<ExtractionContext, 'view' | 'patterns'>

function startWithName(context: Context, label: Span): number {
  const { plain } = context.view
  let { start } = label
  for (let words = 0; words < maxWords; words++) {
    const [found = '', word = ''] = nameBefore.exec(plain.slice(Math.max(0, start - maxWordChars), start)) ?? []
    if (found === '' || context.patterns.determiner.test(word)) break
    start -= found.length
  }
  if (start === label.start) return start
  return isName(context, { start, end: label.start - 1 }, label) ? start : label.start
}

function endWithName(context: Context, label: Span): number {
  const { view, patterns } = context
  const from = wordEnd(view, label)
  const [, joint = '', names = ''] = namesBehind.exec(view.plain.slice(from, from + maxPhraseChars)) ?? []
  const isJoined = joint
    .split(' ')
    .every((word) => word === '' || patterns.genitive.test(word) || patterns.filler.test(word))
  if (names === '' || !isJoined) return label.end
  const start = from + joint.length
  // `Kode Orbit Anda`
  const end = start + withoutDeterminers(names, patterns).length
  if (!isName(context, { start, end }, label)) return label.end
  const [words = ''] = wordsBehind.exec(view.plain.slice(end, end + maxWordChars)) ?? []
  return patterns.filler.test(words) ? end + words.length : end
}

function withoutDeterminers(names: string, patterns: Context['patterns']): string {
  const at = names.lastIndexOf(' ')
  return at !== -1 && patterns.determiner.test(names) ? withoutDeterminers(names.slice(0, at), patterns) : names
}

/** A name that stands in the subject, too, or has a capital within a sentence where the word for codes has none. */
function isName(context: Context, { start, end }: Span, label: Span): boolean {
  const { plain, subjectEnd } = context.view
  const written = plain.slice(start, end)
  if (start > subjectEnd && plain.slice(0, subjectEnd).includes(written)) return true
  // `Notre code NAF`
  if (start > label.start && !/\p{Ll}/u.test(written)) return false
  return isWithinSentence(plain, start) && !isCapital(plain[label.start])
}

/** What may be a name, or any noun: `Ihr Menü-Code`. */
export const mayBeName = ({ view: { plain } }: Context, word: string, start: number): boolean =>
  isCapital(word[0]) && plain[start + word.length] === '-' && isWithinSentence(plain, start)

const isWithinSentence = (plain: string, start: number): boolean =>
  /[\p{L}\p{N},] $/u.test(plain.slice(Math.max(0, start - 2), start))

const isCapital = (char = ''): boolean => char !== char.toLowerCase()
