import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldForSearch } from './fold-for-search.ts'

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
)
const texts = fc.array(letters, { maxLength: 60 }).map((parts) => parts.join(''))

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
  ['한국어', '한국어'],
  ['ที่', 'ที่'],
  ['ﬁ ①', 'fi 1'],
])('%s is folded to %s', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded)
})

describe('for any text', () => {
  test('folding twice is folding once', () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (text) => {
        expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('a part between two characters is found in the folded whole', () => {
    // A grapheme is what a person can select; half of one is no part of a text.
    const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
    fc.assert(
      fc.property(texts, fc.nat(60), fc.nat(60), (text, a, b) => {
        const parts = [...graphemes.segment(text)].map(({ segment }) => segment)
        const part = parts.slice(Math.min(a, b), Math.max(a, b)).join('')

        expect(foldForSearch(text)).toContain(foldForSearch(part))
      }),
      { numRuns: 2000 },
    )
  })

  test('case, accents in either form and full width make no difference', () => {
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
