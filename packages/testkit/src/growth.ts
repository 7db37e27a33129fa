import fc from 'fast-check'

/** From this time on, a measurement depends on the work more than on the resolution of the clock. */
const measurableMs = 4
const smallest = 512
/** The second of two compared inputs is this many times as long as the first. */
const step = 4
const largest = 32 * 1024
const roundsMax = 6

/** The time-out of a test of growth, in ms. Long, since it compares processor time and a busy machine may take longer. */
export const growthTimeoutMs = 600_000

/** The time of a linear function grows by 2 for each doubling of its text, of a quadratic one by 4. */
const linearGrowth = 3

/** A repeated unit with a text before and after it: nearly all texts that take more than linear time have this form. */
interface Repetition {
  before: string
  unit: string
  after: string
}

/** Strings with a meaning in mail, HTTP and SMTP, and characters that patterns treat alike. */
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

/** Each of these units alone, at the beginning or after another text; the text at the end prevents a match. */
const plainRepetitions: readonly Repetition[] = units.flatMap((unit) => [
  { before: '', unit, after: 'b' },
  { before: 'a', unit, after: 'b' },
])

/** Repetitions of up to four words, drawn from the given words and the units above. */
function repetitionsOf(words: readonly string[]): fc.Arbitrary<Repetition> {
  const word =
    words.length === 0 ? fc.constantFrom(...units) : fc.oneof(fc.constantFrom(...words), fc.constantFrom(...units))
  const end = fc.oneof(fc.constant(''), word)
  const unit = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
  return fc.record({ before: end, unit, after: end })
}

/** A repetition of about `chars` characters. */
const textOf = ({ before, unit, after }: Repetition, chars: number): string =>
  before + unit.repeat(Math.ceil(chars / unit.length)) + after

/**
 * The factor by which the processor time of a function grows when its text doubles. Texts grow until one takes 4 ms; it is compared
 * with one four times as long, by the cheapest of several runs each, so that other programs matter little. 1 where a text of 32 Ki
 * characters takes less than 4 ms: a quadratic function would take longer.
 */
function growthPerDoubling(read: (text: string) => unknown, repetition: Repetition): number {
  let chars = smallest
  while (chars < largest / step && spentMs(read, textOf(repetition, chars)) < measurableMs) chars *= 2
  const [short, long] = [textOf(repetition, chars), textOf(repetition, chars * step)]
  let shortMs = Number.POSITIVE_INFINITY
  let longMs = Number.POSITIVE_INFINITY
  let growth = Number.POSITIVE_INFINITY
  for (let round = 0; round < roundsMax && growth >= linearGrowth; round += 1) {
    longMs = Math.min(longMs, spentMs(read, long))
    if (longMs < measurableMs) return 1
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
 * Looks for a text on which a function takes more than linear processor time: fixed repetitions, and random ones of the words given.
 * Null where it finds none.
 */
export function findOverlinear(read: (text: string) => unknown, words: readonly string[] = []): Repetition | null {
  const isOver = (repetition: Repetition): boolean => growthPerDoubling(read, repetition) >= linearGrowth
  // Measured twice: a garbage collection that only the longer text triggers does not happen again.
  const isOverlinear = (repetition: Repetition): boolean => isOver(repetition) && isOver(repetition)
  const plain = plainRepetitions.find(isOverlinear)
  if (plain) return plain

  const isNever = fc.property(repetitionsOf(words), (repetition) => !isOverlinear(repetition))
  return fc.check(isNever, { numRuns: drawnRuns, endOnFailure: true }).counterexample?.[0] ?? null
}
