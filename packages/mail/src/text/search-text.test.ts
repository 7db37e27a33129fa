import { limits } from '@inlet/contract'
import { processorMs } from '@inlet/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldForSearch, parseSearchQuery, searchTextOf } from './search-text.ts'

/** Kept and removed marks of several combining classes; some decompose to three, some are marks only after decomposition. */
const marks = fc.constantFrom(
  ...'\u0301\u0316\u0344\u0f77\u0f73\u3099\u0e38\u0e48\u093c\u094d\uff9e\u{16126}\u{1d165}',
  '\u200d',
)
const markRuns = fc.array(marks, { maxLength: 120 }).map((run) => run.join(''))

const letters = fc.constantFrom(
  ...'aAbBzZ09 .-éÉüÜßẞœŒæøŁłđ ıİIiΣσςÀÅñ한국어가ㄱかがガｶﾞﾊﾟ日本語中文éẹ̀йїאָבֿمَرْحَبًاไทยที่नमस्ते①½ﬁ㎏',
  '\u200b',
  '\u00ad',
  '\u00a0',
  '\u3000',
  '👩‍👧',
  '\ufdfa',
  '１',
  'Ａ',
  'İ',
  '’',
  '“',
  '‑',
  '…',
  '´',
  '⁗',
)
const texts = fc.array(letters, { maxLength: 60 }).map((parts) => parts.join(''))
/** Letters with more marks than any language uses. */
const markedLetters = fc
  .array(fc.tuple(fc.constantFrom('a', 'é', 'か', 'ท', 'न', ' '), markRuns), { maxLength: 6 })
  .map((parts) => parts.flat().join(''))

test.each([
  ['Größe STRASSE straße', 'grosse strasse strasse'],
  ['İstanbul ISPARTA ısparta', 'istanbul isparta isparta'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['Ｆｕｌｌ　ｗｉｄｔｈ １２３', 'full width 123'],
  ['co\u200bde\u00ad s', 'code s'],
  ['  many \t\r\n spaces\u00a0 ', 'many spaces'],
  ['Łódź Ærø Đà Nẵng', 'lodz aero da nang'],
  ['مَرْحَبًا', 'مرحبا'],
  ['が ガ ｶﾞ', 'が ガ ガ'],
  ['ｶ\u200bﾞ か\u00adﾞ', 'ガ が'],
  ['한국어', '한국어'],
  ['ที่', 'ที่'],
  ['ﬁ ①', 'fi 1'],
  ['don’t ‘x’ ‚y‛ ʼz′ ´', "don't 'x' 'y' 'z' '"],
  ['“x” „y‟ «z» ″ 〝a〟', '"x" "y" "z" " "a"'],
  ['‹x›', "'x'"],
  ['e‐mail e‑mail 1–2 a—b −5 ﹣', 'e-mail e-mail 1-2 a-b -5 -'],
  ['wait…', 'wait...'],
  ['צה״ל ג׳ירפה', 'צה"ל ג\'ירפה'],
  ['code\u00a0:\u202f1\u3000!', 'code : 1 !'],
])('%s is folded to %s', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded)
})

test('at most 32 marks after one letter are read, more than any language needs', () => {
  const thai = '\u0e48'

  expect(foldForSearch(`ท${thai.repeat(32)}x`)).toBe(`ท${thai.repeat(32)}x`)
  expect(foldForSearch(`ท${thai.repeat(33)}x`)).toBe(`ท${thai.repeat(32)}x`)
  expect(foldForSearch(`a${'\u0301\u0316'.repeat(500)}b`)).toBe('ab')
})

test.each([
  ['alternating marks', '\u0301\u0316'],
  ['marks that stay', '\u0e48\u0e38'],
  ['marks with invisible characters between them', '\u0e48\u200b\u0e38\u200b'],
  ['half-width marks, which are letters until they decompose', '\uff9e\u0316'],
])('a long run of %s is folded in linear time', (_, unit) => {
  const long = `a${unit.repeat(64_000)}`

  // In linear time this takes a few milliseconds, in quadratic time one second or more.
  expect(processorMs(() => foldForSearch(long))).toBeLessThan(300)
})

describe('for any text', () => {
  test('folding is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(texts, markedLetters, fc.string({ unit: 'binary' })), (text) => {
        expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('a part cut between characters is found in the folded text', () => {
    // A grapheme is the smallest part of a text that a person can select.
    const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
    fc.assert(
      fc.property(fc.oneof(texts, markedLetters), fc.nat(60), fc.nat(60), (text, a, b) => {
        // These two split a grapheme, but folding removes them and so joins it again.
        const seen = text.replace(/[\u200b\u00ad]/g, '')
        const parts = [...graphemes.segment(seen)].map(({ segment }) => segment)
        const part = parts.slice(Math.min(a, b), Math.max(a, b)).join('')

        expect(foldForSearch(text)).toContain(foldForSearch(part))
      }),
      { numRuns: 2000 },
    )
  })

  test('plain and typographic marks make no difference', () => {
    const typographic: Record<string, string> = { "'": '’', '"': '”', '-': '–', '...': '…' }
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', ' ', "'", '"', '-', '...')), (parts) => {
        expect(foldForSearch(parts.map((part) => typographic[part] ?? part).join(''))).toBe(
          foldForSearch(parts.join('')),
        )
      }),
    )
  })

  test('case, composed or decomposed accents, and full width make no difference', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcxyz éüñçå 0189') }), (text) => {
        const wide = text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))

        expect(foldForSearch(text.toUpperCase())).toBe(foldForSearch(text))
        expect(foldForSearch(text.normalize('NFD'))).toBe(foldForSearch(text))
        expect(foldForSearch(wide)).toBe(foldForSearch(text))
      }),
    )
  })
})

describe('the text of a mail that is searched', () => {
  test('subject and text are searchable together, folded', () => {
    expect(searchTextOf('Ihre  Größe', 'Hallo\nWelt')).toBe('ihre grosse hallo welt')
  })

  test('the cap counts UTF-8 bytes and splits no character', () => {
    const text = searchTextOf('漢', '字😀'.repeat(20_000))

    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.searchTextMaxBytes)
    expect(Buffer.byteLength(text)).toBeGreaterThan(limits.searchTextMaxBytes - 4)
    expect(text.isWellFormed()).toBe(true)
  })

  test('only the beginning of a very long subject or text is read, and no half character remains at its end', () => {
    const far = limits.searchTextMaxBytes * 4

    // Zero-width characters fold to nothing, so without a limit the words after them would be found.
    expect(searchTextOf(`near ${'\u200b'.repeat(far)}far`, 'text')).toBe('near text')
    expect(searchTextOf('subject', `near ${'\u200b'.repeat(far)}far`)).toBe('subject near')
    expect(searchTextOf('', `${'\u200b'.repeat(limits.searchTextMaxBytes * 2 - 1)}😀`)).toBe('')
  })
})

describe('the terms of a query', () => {
  test.each([
    ['one two', ['one', 'two']],
    ['  Größe\u3000ÉTÉ ', ['grosse', 'ete']],
    ['"your code" now', ['your code', 'now']],
    ['"Your   Code"', ['your code']],
    ['“Your Code” now', ['your code', 'now']],
    ['„your code“', ['your code']],
    ['say "to the end', ['say', 'to the end']],
    ['a"b c"d', ['a', 'b c', 'd']],
    ['"" " " \u200b', []],
    ['$searchText .* (', ['$searchtext', '.*', '(']],
    ['', []],
  ])('%s has the terms %j', (query, terms) => {
    expect(parseSearchQuery(query)).toEqual(terms.map((term) => [term]))
  })

  test('a term with typographic marks has a second spelling, which older mails are stored with', () => {
    expect(parseSearchQuery('Don’t e‑mail "1–2 Días" x')).toEqual([
      ["don't", 'don’t'],
      ['e-mail', 'e‐mail'],
      ['1-2 dias', '1–2 dias'],
      ['x'],
    ])
  })

  test('the terms of any query are folded and not empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        for (const [term = ''] of parseSearchQuery(query)) {
          expect(term).not.toBe('')
          expect(foldForSearch(term)).toBe(term)
        }
      }),
    )
  })
})
