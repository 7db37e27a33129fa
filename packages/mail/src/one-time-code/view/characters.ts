const bits = { isWord: 1, hasNoWordSpaces: 2, hasPrefixes: 4, isSpace: 8, isDigit: 16 } as const

/** The properties of each UTF-16 unit; a table, since every character of every mail is looked up. */
const properties = new Uint8Array(0x10000)

function mark(from: number, to: number, bit: number): void {
  for (let unit = from; unit <= to; unit++) properties[unit] = (properties[unit] ?? 0) | bit
}

// All letters, marks and digits at once: to test each by itself takes ten times as long, and threads start often.
const allUnits = Buffer.from(Uint16Array.from({ length: 0x10000 }, (_, unit) => unit).buffer).toString('utf16le')
for (const { 0: run, index } of allUnits.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
  mark(index, index + run.length - 1, bits.isWord)
mark(0x30, 0x39, bits.isDigit)
for (const space of ' \n\t-') mark(space.charCodeAt(0), space.charCodeAt(0), bits.isSpace)
// Thai; kana and Han; Hangul
mark(0x0e00, 0x0e7f, bits.hasNoWordSpaces)
mark(0x3021, 0x9fff, bits.hasNoWordSpaces)
mark(0xac00, 0xd7a3, bits.hasNoWordSpaces)
// Hebrew, Arabic
mark(0x0590, 0x06ff, bits.hasPrefixes)
mark(0x0750, 0x077f, bits.hasPrefixes)

const propertiesOf = (unit: number): number => properties[unit] ?? 0

/** Letters, marks and digits of any script. */
export const isWordUnit = (unit: number): boolean => (propertiesOf(unit) & bits.isWord) !== 0

/** Scripts without spaces between words: Thai, kana, Han; and Hangul, which appends particles. */
export const hasNoWordSpaces = (unit: number): boolean => (propertiesOf(unit) & bits.hasNoWordSpaces) !== 0

/** Whether a phrase may begin inside a word: in scripts without spaces, and in Hebrew and Arabic, which prefix articles and prepositions. */
export const mayBeginInWord = (unit: number): boolean =>
  (propertiesOf(unit) & (bits.hasNoWordSpaces | bits.hasPrefixes)) !== 0

/** Whether a letter continues the word before it; digits do not, nor do scripts without spaces. */
export const continuesWord = (unit: number): boolean =>
  (propertiesOf(unit) & (bits.isWord | bits.hasNoWordSpaces | bits.isDigit)) === bits.isWord

/** White space and hyphens: one space of a phrase matches a run of them. */
export const isSpaceLike = (unit: number): boolean => (propertiesOf(unit) & bits.isSpace) !== 0
