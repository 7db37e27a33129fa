import { limits } from '@inlet/contract'
import { cutUtf8 } from './clean-text.ts'

const ascii = /^[\t\n\r -~]*$/
/** White space that is not a single space already: replacing takes time for each match, and nearly all others are such spaces. */
const unevenSpace = /[[\s\u0085]--[ ]][\s\u0085]*| [\s\u0085]+/gv

/** Marks that people may omit in a search: accents, Hebrew points, Arabic vowels. Not marks that make a different letter. */
const diacritics = /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]/gv
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Surrogate}[\p{Cc}--\u0085]]/gv
/** The marks of a run after the first 32: no language uses as many, and sorting n of them takes n² steps (UAX #15, section 13). */
const excessMarks = /(?<=[\p{M}\uff9e\uff9f]{32})[\p{M}\uff9e\uff9f]+/gv
/** Letters that Unicode does not decompose, although people also search for them without stroke or ligature. */
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
 * Folds a text for search: NFKC, lower case, diacritics and invisible characters removed, single spaces, trimmed. Idempotent. A part of
 * a text folds to a part of the folded text if it is cut between graphemes, as they are without invisible characters. Linear; at most
 * 32 marks after one letter are read.
 */
export function foldForSearch(text: string): string {
  const lower = text.toLowerCase()
  const plain = ascii.test(lower) ? lower : lower.replace(controls, '').replace(beyondAscii, foldRun)
  return plain.replace(unevenSpace, ' ').trim()
}

/** Folds a run between ASCII characters; nothing that remains of it composes with the ASCII character before it. */
const foldRun = (run: string): string =>
  run.length === 1 ? (foldedUnits.get(run) ?? foldUnicode(run)) : foldUnicode(run)

function foldUnicode(text: string): string {
  // Invisible characters are removed before marks are counted, since this may join two runs of marks.
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

/** Latin, Greek and Cyrillic letters and punctuation: the characters that often occur alone between ASCII ones. */
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

// Folding usually shortens a text, so twice the cap is read of each.
const maxReadChars = limits.searchTextMaxBytes * 2

/** The text that a search compares with: subject and visible text, folded, at most `limits.searchTextMaxBytes` of UTF-8. */
export function searchTextOf(subject: string, visibleText: string): string {
  return cutUtf8(
    foldForSearch(`${subject.slice(0, maxReadChars)}\n${visibleText.slice(0, maxReadChars)}`),
    limits.searchTextMaxBytes,
  ).trimEnd()
}

/**
 * The terms of a search query, folded like the searched text: white space separates terms, `"…"` makes a phrase, and an unclosed quote
 * extends to the end. Terms that fold to `''` are dropped.
 */
export function parseSearchQuery(query: string): string[] {
  const terms = [...query.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([term, phrase]) => foldForSearch(phrase ?? term))
  return terms.filter((term) => term !== '')
}
