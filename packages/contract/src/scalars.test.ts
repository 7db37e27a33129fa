import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAddressInput } from './addresses.ts'
import { fullAddressInPath } from './mail-address.ts'
import { charsOf, nameOf, textOf } from './scalars.ts'

const codesOf = (schema: ReturnType<typeof textOf>, text: unknown) =>
  schema.safeParse(text).error?.issues.map(({ code }) => code) ?? []

test('characters are counted as JSON Schema counts them, not as UTF-16 code units', () => {
  expect(['', 'ab', '😀😀', 'e\u0301', '\ud800'].map(charsOf)).toEqual([0, 2, 2, 2, 1])
})

test('a text is accepted from its minimum to its maximum length, whatever its characters', () => {
  const short = textOf({ min: 4, max: 6 })

  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
      const chars = [...text].length
      expect(codesOf(short, text)).toEqual(chars < 4 ? ['too_small'] : chars > 6 ? ['too_big'] : [])
    }),
  )
  expect(codesOf(short, 12345)).toEqual(['invalid_type'])
  expect(short.meta()).toMatchObject({ minLength: 4, maxLength: 6 })
})

test('a name is trimmed, and has at least one character and at most its maximum, as JSON Schema counts them', () => {
  const name = nameOf(3)

  expect(name.parse('  a b  ')).toBe('a b')
  expect(['', ' \t', '😀'.repeat(4), 7].map((text) => codesOf(name, text))).toEqual([
    ['too_small'],
    ['too_small'],
    ['too_big'],
    ['invalid_type'],
  ])
  expect(codesOf(name, '😀'.repeat(3))).toEqual([])
})

test('a name has no control character, line separator or override of direction; marks of direction and joiners stay', () => {
  const name = nameOf(9)
  const refused = ['a\u0000b', 'a\nb', 'a\tb', 'a\u001b[2J', 'a\u0085b', 'a\u2028b', 'a\u202eb', 'a\u2066b']

  expect(refused.map((text) => codesOf(name, text))).toEqual(refused.map(() => ['custom']))
  expect(['שלום\u200f!', '👩\u200d💻', 'é', 'ﷺ'].flatMap((text) => codesOf(name, text))).toEqual([])
})

test('half of a surrogate pair, which cannot be stored as it is, is refused in texts and names', () => {
  expect(codesOf(textOf({ max: 9 }), 'a\ud800')).toEqual(['custom'])
  expect(codesOf(nameOf(9), '\udc00a')).toEqual(['custom'])
  expect([textOf({ max: 9 }), nameOf(9)].flatMap((schema) => codesOf(schema, 'a\ud83d\ude00'))).toEqual([])
})

test('a password of four emoji is long enough, and one of 64 not too long', () => {
  const body = { id: '01JD3Q4M1T6S9W2X5Z8A0C3E7G', domainId: '01JD3Q5B7H2K4M6N8P0R2T4V6X' }
  const takes = (password: string) => createAddressInput.safeParse({ ...body, password }).success

  expect(['😀', '😀'.repeat(2), '😀'.repeat(4), '😀'.repeat(64), '😀'.repeat(65)].map(takes)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
})

test('every address that matches the documented pattern is accepted', () => {
  const { pattern, maxLength } = Object(fullAddressInPath.in.meta())

  fc.assert(
    fc.property(fc.stringMatching(new RegExp(pattern)), (text) => {
      fc.pre(text.length <= maxLength && !/(^|[@.])xn--/i.test(text))
      expect(fullAddressInPath.safeParse(text).data).toBe(text.toLowerCase())
    }),
  )
})
