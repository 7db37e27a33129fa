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
/** Marks for which keyboards have only plain ones, with those that decompose to them. */
const typographicMarks = /[´ʹ\u0374ʻ-ʽŉ˗\u2010-\u2015‘-‟′-‷‹›⁃⁗⁻₋«»−〜〝-〟׳״︱︲﹘]/g
const plainMarks = new Map<string, string>([
  ...Array.from('«»“”„‟″‶〝〞〟״', (mark) => [mark, '"'] as const),
  ...Array.from('˗\u2010\u2011\u2012\u2013\u2014\u2015⁃⁻₋−︱︲﹘', (mark) => [mark, '-'] as const),
  ['‴', "'''"],
  ['‷', "'''"],
  ['⁗', "''''"],
  ['ŉ', "'n"],
  ['〜', '~'],
])

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
 * Folds a text for search: NFKC, lower case, diacritics and invisible characters removed, typographic quotation marks and dashes as plain
 * ones, single spaces, trimmed. Idempotent. A part of a text folds to a part of the folded text if it is cut between graphemes, as they
 * are without invisible characters. Linear; at most 32 marks after one letter are read.
 */
export const foldForSearch = (text: string): string => fold(text, foldSearchedRun)

/** The same, with typographic marks as they are. */
export const foldLetters = (text: string): string => fold(text, foldRun)

function fold(text: string, foldRun: (run: string) => string): string {
  const lower = text.toLowerCase()
  const plain = ascii.test(lower) ? lower : lower.replace(controls, '').replace(beyondAscii, foldRun)
  return plain.replace(unevenSpace, ' ').trim()
}

/** Folds a run between ASCII characters; nothing that remains of it composes with the ASCII character before it. */
const foldRun = (run: string): string => foldByUnit(run, foldedUnits) ?? foldUnicode(run)

const foldSearchedRun = (run: string): string =>
  foldByUnit(run, searchedUnits) ?? foldUnicode(run.replace(typographicMarks, plainMark))

const plainMark = (mark: string): string => plainMarks.get(mark) ?? "'"

/** Null where a unit may compose with its neighbours. */
function foldByUnit(run: string, units: readonly string[]): string | null {
  let folded = ''
  for (let at = 0; at < run.length; at += 1) {
    const unit = run.charCodeAt(at)
    const known = units[unit] ?? (isUnchanged(unit) ? run.charAt(at) : undefined)
    if (known === undefined) return null
    folded += known
  }
  return folded
}

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

/** Kana, Han and Hangul, which fold to themselves. */
const isUnchanged = (unit: number): boolean =>
  (unit >= 0x4e00 && unit <= 0x9fff) ||
  (unit >= 0xac00 && unit <= 0xd7a3) ||
  (unit >= 0x3041 && unit <= 0x3096) ||
  (unit >= 0x30a1 && unit <= 0x30fa)

/**
 * Letters and punctuation that neither compose with what is next to them nor change it: Latin, Greek, Cyrillic, Hebrew, Arabic, arrows,
 * and what lines, boxes, ticks and stars are drawn with.
 */
const separateRanges = [
  [0x80, 0x2ff],
  [0x370, 0x482],
  [0x48a, 0x52f],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0x660, 0x66f],
  [0x671, 0x6d5],
  [0x2000, 0x2069],
  [0x2190, 0x21ff],
  [0x2500, 0x27bf],
]
const foldedUnits: string[] = []
for (const [first = 0, last = 0] of separateRanges)
  for (let unit = first; unit <= last; unit += 1) foldedUnits[unit] = foldUnicode(String.fromCharCode(unit))
/** The same, with typographic marks as plain ones. */
const searchedUnits = foldedUnits.map((folded, unit) => {
  const mark = String.fromCharCode(unit)
  return mark.search(typographicMarks) === -1 ? folded : plainMark(mark)
})

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
 * The terms of a search query: white space separates terms, `"…"` makes a phrase, also with typographic quotation marks, and an unclosed
 * quote extends to the end. Each is folded like the searched text. One with typographic marks has a second spelling that keeps them, as
 * the stored texts of older mails do. Terms that fold to `''` are dropped.
 */
export function parseSearchQuery(query: string): string[][] {
  const terms = [...query.matchAll(/["“”„‟＂]([^"“”„‟＂]*)["“”„‟＂]?|[^\s"“”„‟＂]+/g)].map(
    ([term, phrase]) => phrase ?? term,
  )
  return terms.map(spellingsOf).filter(([folded]) => folded !== '')
}

const spellingsOf = (term: string): string[] => [...new Set([foldForSearch(term), foldLetters(term)])]
