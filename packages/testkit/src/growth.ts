import fc from 'fast-check'

/** From here on a time tells more of the work than of the clock. */
const tellingMs = 4
const smallest = 512
/** How much larger the second of the two inputs is that are compared. */
const step = 4
const largest = 32 * 1024
const roundsMax = 6

/** For a test of growth, in ms: what it compares is processor's time, so a busy machine may take as long as it likes. */
export const growthTimeoutMs = 600_000

/** Linear readers grow by 2 for each doubling of their text, quadratic ones by 4. */
const linearGrowth = 3

/** A text that repeats itself, and what stands before and behind: the form of nearly all texts that cost more than linear time. */
interface Repetition {
  before: string
  unit: string
  after: string
}

/** What mail, HTTP and SMTP give a meaning to, and what patterns treat alike. */
const units = [
  ...[
    '"',
    "'",
    ' ',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '\0',
    '\\',
    '\\"',
    '`',
    '<',
    '>',
    '<>',
    '&',
    '&#',
    ';',
    ':',
    ': ',
    ',',
    '.',
    '..',
  ],
  ...[
    '=',
    '?',
    '=?',
    '?=',
    '@',
    '(',
    ')',
    '()',
    '[',
    '[]',
    '{',
    '/',
    '://',
    '%',
    '%4',
    '+',
    '-',
    '--',
    '_',
    '*',
    '#',
    '~',
    '$',
    '|',
  ],
  ...['0', '1', 'a', 'A', 'é', 'ß', 'ı', '\u212a', '中', 'か\u3099', 'ｶﾞ', '١', '１', '😀', '\ud83d', '\ufffd'],
  ...[
    '\u0301',
    '\u200b',
    '\u200d',
    '\u202e',
    '\u00a0',
    '\ufeff',
    '\u3002',
    ' a',
    'a ',
    'a.',
    'a,',
    'a\n',
    '0 ',
    '0.',
    '  0',
    '\t0',
  ],
] as const

/** Each of these units alone, from the beginning on and behind something else; what stands at the end keeps it from fitting. */
const plainRepetitions: readonly Repetition[] = units.flatMap((unit) => [
  { before: '', unit, after: 'b' },
  { before: 'a', unit, after: 'b' },
])

/** Repetitions of up to four words, drawn from those of a reader and from the units above. */
function repetitionsOf(words: readonly string[]): fc.Arbitrary<Repetition> {
  const word =
    words.length === 0 ? fc.constantFrom(...units) : fc.oneof(fc.constantFrom(...words), fc.constantFrom(...units))
  const end = fc.oneof(fc.constant(''), word)
  const unit = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
  return fc.record({ before: end, unit, after: end })
}

/** A repetition of about so many characters. */
const textOf = ({ before, unit, after }: Repetition, chars: number): string =>
  before + unit.repeat(Math.ceil(chars / unit.length)) + after

/**
 * By how much the processor's time of a reader grows where its text doubles. Texts grow until one takes 4 ms; that is compared with one
 * four times as long, the cheapest of several runs each, so that what other programs do counts for little. 1 where a text of 32 Ki
 * characters takes less than 4 ms: squares of that would take longer.
 */
function growthPerDoubling(read: (text: string) => unknown, repetition: Repetition): number {
  let chars = smallest
  while (chars < largest / step && spentMs(read, textOf(repetition, chars)) < tellingMs) chars *= 2
  const [short, long] = [textOf(repetition, chars), textOf(repetition, chars * step)]
  let shortMs = Number.POSITIVE_INFINITY
  let longMs = Number.POSITIVE_INFINITY
  let growth = Number.POSITIVE_INFINITY
  for (let round = 0; round < roundsMax && growth >= linearGrowth; round += 1) {
    longMs = Math.min(longMs, spentMs(read, long))
    if (longMs < tellingMs) return 1
    shortMs = Math.min(shortMs, spentMs(read, short))
    growth = (longMs / shortMs) ** (1 / Math.log2(step))
  }
  return growth
}

function spentMs(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const drawnRuns = 40

/**
 * Looks for a text on which a reader takes more than linear time, by processor's time: fixed repetitions, and some that are drawn from
 * the words given. Null where it finds none.
 */
export function findOverlinear(read: (text: string) => unknown, words: readonly string[] = []): Repetition | null {
  const isOver = (repetition: Repetition): boolean => growthPerDoubling(read, repetition) >= linearGrowth
  // Measured twice: a collection of garbage that only the longer text sets off is not there again.
  const isOverlinear = (repetition: Repetition): boolean => isOver(repetition) && isOver(repetition)
  const plain = plainRepetitions.find(isOverlinear)
  if (plain) return plain

  const isNever = fc.property(repetitionsOf(words), (repetition) => !isOverlinear(repetition))
  return fc.check(isNever, { numRuns: drawnRuns, endOnFailure: true }).counterexample?.[0] ?? null
}
