const ascii = /^[\t\n\r -~]*$/
const whiteSpace = /[\s\u0085]+/g

/** Marks that a reader may leave out when searching: accents, Hebrew points, Arabic vowels. Not those that make another letter. */
const diacritics = /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]/gv
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Surrogate}[\p{Cc}--\u0085]]/gv
/** All marks of a run but the first 32: no language stacks as many, and to bring n of them in order takes n² steps (UAX #15, section 13). */
const excessMarks = /(?<=[\p{M}\uff9e\uff9f]{32})[\p{M}\uff9e\uff9f]+/gv
/** Letters that Unicode does not decompose, although readers leave their strokes and ligatures out as well. */
const specials = /[ßςıłøđħæœ]/g
const specialFolds: Record<string, string> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  æ: 'ae',
  œ: 'oe',
}

const beyondAscii = /[^\u0000-\u007f]+/g
const controls = /[\u0000-\u0008\u000e-\u001f\u007f]+/g

/**
 * Folds a text for search: compatibility forms made plain (NFKC), lower case, diacritics and invisible characters removed, white space
 * single, edges trimmed. Idempotent, and a part of a text folds to a part of the folded text, wherever the part ends between characters
 * as they are once the invisible ones are out. Linear; of the marks behind one letter 32 are read.
 */
export function foldForSearch(text: string): string {
  const lower = text.toLowerCase()
  const plain = ascii.test(lower) ? lower : lower.replace(controls, '').replace(beyondAscii, foldRun)
  return plain.replace(whiteSpace, ' ').trim()
}

/** Folds what stands between ASCII characters; none of these composes with what is left behind them. */
const foldRun = (run: string): string =>
  run.length === 1 ? (foldedUnits.get(run) ?? foldUnicode(run)) : foldUnicode(run)

function foldUnicode(text: string): string {
  // Invisible characters go before marks are counted: without them two runs are one.
  return (
    text
      .replace(invisible, '')
      .replace(excessMarks, '')
      .normalize('NFKD')
      .toLowerCase()
      .replace(specials, (letter) => specialFolds[letter] ?? letter)
      .replace(diacritics, '')
      // Again, since one mark may decompose to three.
      .replace(excessMarks, '')
      .normalize('NFKC')
  )
}

/** Latin, Greek and Cyrillic letters and punctuation: the characters that often stand alone between ASCII ones. */
const commonRanges = [
  [0x80, 0x24f],
  [0x370, 0x45f],
  [0x2000, 0x2069],
]
const foldedUnits: ReadonlyMap<string, string> = new Map(
  commonRanges.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, index): [string, string] => {
      const unit = String.fromCharCode(first + index)
      return [unit, foldUnicode(unit)]
    }),
  ),
)
