import { commonHan, commonHangul, commonKanji, latinLetters, otherLetters } from './language-letters.ts'

/**
 * How unlikely it is that somebody wrote this, in bits: about what its characters beyond ASCII would take in the language that uses them
 * most. Of two readings of the same bytes the cheaper one is the likelier. Linear.
 */
export function readingCost(text: string): number {
  const letters = new Map<number, number>()
  let bits = 0
  let before = noLetter
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const letter = unit < knownLetters.length ? (knownLetters[unit] ?? noLetter) : letterOf(unit)
    if (unit >= 0x80) {
      if (letter.script === scripts.none) bits += costOfMark(text, at, before)
      else letters.set(letter.lower, (letters.get(letter.lower) ?? 0) + 1)
    }
    if (letter.unit >= 0x80 || before.unit >= 0x80) bits += costOfNeighbours(before, letter)
    before = letter
  }
  return bits + costOfLetters(letters)
}

const scripts = {
  none: 0,
  latin: 1,
  greek: 2,
  cyrillic: 3,
  hebrew: 4,
  arabic: 5,
  thai: 6,
  eastAsian: 7,
  unicodeOnly: 8,
} as const
const ranges: readonly [keyof typeof scripts, number, number][] = [
  ['latin', 0x41, 0x5a],
  ['latin', 0x61, 0x7a],
  ['latin', 0xc0, 0x24f],
  ['none', 0xd7, 0xd7],
  ['none', 0xf7, 0xf7],
  ['greek', 0x386, 0x3ff],
  ['none', 0x387, 0x387],
  ['cyrillic', 0x400, 0x52f],
  ['hebrew', 0x5d0, 0x5ea],
  ['arabic', 0x620, 0x652],
  ['arabic', 0x671, 0x6d3],
  ['unicodeOnly', 0x900, 0xdff],
  ['thai', 0xe01, 0xe4e],
  ['unicodeOnly', 0xe80, 0x139f],
  ['unicodeOnly', 0x1780, 0x17ff],
  ['latin', 0x1e00, 0x1eff],
  ['eastAsian', 0x3041, 0x30ff],
  ['none', 0x30fb, 0x30fb],
  ['eastAsian', 0x3400, 0x9fff],
  ['eastAsian', 0xac00, 0xd7a3],
  ['eastAsian', 0xff66, 0xff9f],
]
const scriptOf = new Uint8Array(0x10000)
for (const [script, first, last] of ranges) scriptOf.fill(scripts[script], first, last + 1)

interface Letter {
  unit: number
  lower: number
  script: number
}

const noLetter: Letter = { unit: 0, lower: 0, script: scripts.none }

function letterOf(unit: number): Letter {
  const script = scriptOf[unit] ?? scripts.none
  if (script === scripts.none) return noLetter
  const isCased = script <= scripts.cyrillic
  return { unit, lower: isCased ? String.fromCharCode(unit).toLowerCase().charCodeAt(0) : unit, script }
}

/** Of alphabets: what most texts have. */
const knownLetters = Array.from({ length: 0x700 }, (_, unit) => letterOf(unit))

/** Hebrew and Greek letters that are only at the end of a word. */
const finals: ReadonlySet<number> = new Set(Array.from('ךםןףץς', (letter) => letter.charCodeAt(0)))

/** The cost of a capital, and of what is rare in words: letters of two scripts, a capital after a small one, two accented ones in a row. */
function costOfNeighbours(before: Letter, letter: Letter): number {
  const isUpper = letter.lower !== letter.unit
  const wasUpper = before.lower !== before.unit
  const own = isUpper && letter.unit >= 0x80 ? (wasUpper ? 0.5 : 2) : 0
  if (before.script === scripts.none || letter.script === scripts.none) return own
  if (before.script !== letter.script) {
    return own + (before.script === scripts.eastAsian || letter.script === scripts.eastAsian ? 2 : 6)
  }
  const areAccented = letter.script === scripts.latin && letter.unit >= 0x80 && before.unit >= 0x80
  return own + (areAccented ? 2 : 0) + ((isUpper && !wasUpper) || finals.has(before.unit) ? 5 : 0)
}

const frequentMarks = new Map<number, number>(
  Object.entries({ '’': 5, '–': 6, '\u00a0': 6, '\ufeff': 6 }).map(([mark, bits]) => [mark.charCodeAt(0), bits]),
)
for (const mark of '“”‘„—…«»•€£©®™°§·№¿¡×') frequentMarks.set(mark.charCodeAt(0), 7)
for (const mark of '、。「」『』【】（）：，！？；《》・〜～　٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹')
  frequentMarks.set(mark.charCodeAt(0), 5)
/** Marks that words have in them, and those that never have a letter on both sides. */
const withinWords = /[\u00a0\u00ad\u00b7’‑–—]/
const neverWithin = /[‚„†‡ˆ‰‹]/

function costOfMark(text: string, at: number, { script }: Letter): number {
  const unit = text.charCodeAt(at)
  const isDrawing = unit >= 0x2500 && unit <= 0x25ff
  // Lines are drawn with many.
  if (isDrawing && unit === text.charCodeAt(at - 1)) return 1
  const isBetweenLetters =
    script !== scripts.none && script !== scripts.eastAsian && letterOf(text.charCodeAt(at + 1)).script !== scripts.none
  if (!isBetweenLetters || withinWords.test(text.charAt(at))) return costAlone(unit)
  return costAlone(unit) + (neverWithin.test(text.charAt(at)) ? 14 : 6)
}

function costAlone(unit: number): number {
  const frequent = frequentMarks.get(unit)
  if (frequent !== undefined) return frequent
  if (unit < 0xa0 || unit === 0xfffd || (unit >= 0xe000 && unit <= 0xf8ff)) return 25
  if (unit >= 0xd800 && unit <= 0xdfff) return 9
  return unit >= 0xff01 && unit <= 0xff65 ? 6 : 12
}

const strange = 13
/** What a letter costs in a language. */
type Language = (lower: number) => number

const alphabet = (letters: string, first: number, step: number): Language => {
  const bits = new Map(Array.from(letters, (letter, rank) => [letter.charCodeAt(0), first + rank * step]))
  return (lower) => bits.get(lower) ?? strange
}

const unitsOf = (text: string): ReadonlySet<number> => new Set(Array.from(text, (letter) => letter.charCodeAt(0)))
const frequentHan = unitsOf(commonHan)
const frequentKanji = unitsOf(commonKanji)
const frequentHangul = unitsOf(commonHangul)
const isHan = (unit: number): boolean => unit >= 0x3400 && unit <= 0x9fff
const isKana = (unit: number): boolean => unit >= 0x3041 && unit <= 0x30ff
const isHangul = (unit: number): boolean => unit >= 0xac00 && unit <= 0xd7a3

/** The characters of the first level of a charset, which are those in use. */
function firstLevel(
  charset: string,
  { leads, trails }: { leads: [number, number]; trails: [number, number][] },
): string {
  const bytes: number[] = []
  for (let lead = leads[0]; lead <= leads[1]; lead += 1)
    for (const [first, last] of trails) for (let trail = first; trail <= last; trail += 1) bytes.push(lead, trail)
  return new TextDecoder(charset).decode(Uint8Array.from(bytes))
}

let usedHan: ReadonlySet<number> | null = null
const isUsedHan = (unit: number): boolean => {
  usedHan ??= unitsOf(
    firstLevel('gb18030', { leads: [0xb0, 0xd7], trails: [[0xa1, 0xfe]] }) +
      firstLevel('euc-jp', { leads: [0xb0, 0xcf], trails: [[0xa1, 0xfe]] }) +
      firstLevel('big5', {
        leads: [0xa4, 0xc6],
        trails: [
          [0x40, 0x7e],
          [0xa1, 0xfe],
        ],
      }),
  )
  return usedHan.has(unit)
}

let usedHangul: ReadonlySet<number> | null = null
const isUsedHangul = (unit: number): boolean => {
  usedHangul ??= unitsOf(firstLevel('euc-kr', { leads: [0xb0, 0xc8], trails: [[0xa1, 0xfe]] }))
  return usedHangul.has(unit)
}

const costOfHan = (unit: number, frequent: ReadonlySet<number>): number =>
  frequent.has(unit) ? 8.5 : isUsedHan(unit) ? 12 : 18

const chinese: Language = (unit) => (isHan(unit) ? costOfHan(unit, frequentHan) : 15)
const japanese: Language = (unit) =>
  isKana(unit) ? 5 : unit >= 0xff66 ? 7 : isHan(unit) ? costOfHan(unit, frequentKanji) : 15
const korean: Language = (unit) =>
  isHangul(unit) ? (frequentHangul.has(unit) ? 6.5 : isUsedHangul(unit) ? 10.5 : 16) : isHan(unit) ? 16 : 15
/** Of languages that mails have in Unicode only. */
const unicodeOnly: Language = (unit) => (scriptOf[unit] === scripts.unicodeOnly ? 6 : 15)

const languages: readonly (readonly [number, Language])[] = [
  ...latinLetters.map((letters) => inAlphabet(letters, 4.5, letters.length > 30 ? 0.1 : 0.3)),
  ...otherLetters.map((letters) => inAlphabet(letters, 3.2, 0.15)),
  [scripts.eastAsian, chinese],
  [scripts.eastAsian, japanese],
  [scripts.eastAsian, korean],
  [scripts.unicodeOnly, unicodeOnly],
]

function inAlphabet(letters: string, first: number, step: number): readonly [number, Language] {
  return [scriptOf[letters.charCodeAt(0)] ?? scripts.none, alphabet(letters, first, step)]
}

/** In the language that takes the fewest bits, of those that have any of the scripts. */
function costOfLetters(counts: ReadonlyMap<number, number>): number {
  if (counts.size === 0) return 0
  let used = 0
  for (const lower of counts.keys()) used |= 1 << (scriptOf[lower] ?? scripts.none)
  let best = Number.POSITIVE_INFINITY
  for (const [script, language] of languages) {
    if ((used & (1 << script)) === 0) continue
    let bits = 0
    for (const [lower, count] of counts) {
      bits += language(lower) * count
      if (bits >= best) break
    }
    best = Math.min(best, bits)
  }
  return best
}
