const bits = { isWord: 1, runsOn: 2, glues: 4, isSpace: 8, isDigit: 16 } as const

/** What is known of every UTF-16 unit: all characters of all mails are asked about, and a look at a table is cheapest. */
const facts = new Uint8Array(0x10000)

function mark(from: number, to: number, bit: number): void {
  for (let unit = from; unit <= to; unit++) facts[unit] = (facts[unit] ?? 0) | bit
}

// All letters, marks and digits at once: to ask for each by itself takes ten times as long, and threads start often.
const allUnits = Buffer.from(Uint16Array.from({ length: 0x10000 }, (_, unit) => unit).buffer).toString('utf16le')
for (const { 0: run, index } of allUnits.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
  mark(index, index + run.length - 1, bits.isWord)
mark(0x30, 0x39, bits.isDigit)
for (const space of ' \n\t-') mark(space.charCodeAt(0), space.charCodeAt(0), bits.isSpace)
// Thai; kana and Han; Hangul
mark(0x0e00, 0x0e7f, bits.runsOn)
mark(0x3021, 0x9fff, bits.runsOn)
mark(0xac00, 0xd7a3, bits.runsOn)
// Hebrew, Arabic
mark(0x0590, 0x06ff, bits.glues)
mark(0x0750, 0x077f, bits.glues)

const fact = (unit: number): number => facts[unit] ?? 0

/** Letters, marks and digits of any script. */
export const isWordUnit = (unit: number): boolean => (fact(unit) & bits.isWord) !== 0

/** Scripts whose words need no space between them: Thai, kana, Han, Hangul with its particles. */
export const runsOn = (unit: number): boolean => (fact(unit) & bits.runsOn) !== 0

/** Scripts that run on, and those that glue articles and prepositions to the word behind them: Hebrew, Arabic. */
export const beginsAnywhere = (unit: number): boolean => (fact(unit) & (bits.runsOn | bits.glues)) !== 0

/** A letter that makes the word before it longer; digits and the scripts that run on do not. */
export const continuesWord = (unit: number): boolean =>
  (fact(unit) & (bits.isWord | bits.runsOn | bits.isDigit)) === bits.isWord

/** White space and hyphens, which one space of a phrase stands for. */
export const isSpaceLike = (unit: number): boolean => (fact(unit) & bits.isSpace) !== 0
