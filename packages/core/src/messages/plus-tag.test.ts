import { tagPattern } from '@inlet/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plusTag, storedTag } from './plus-tag.ts'

test.each([
  ['shop', 'plus:shop'],
  ['Shop', 'plus:shop'],
  ['run-7.b_c:d', 'plus:run-7.b_c:d'],
  ['a+b', 'plus:a-b'],
  ["o'neil", 'plus:o-neil'],
  ['kim=orbit.example', 'plus:kim-orbit.example'],
  ['a!#b', 'plus:a-b'],
  ['größe', 'plus:grosse'],
  ['it’s', 'plus:it-s'],
  ['-x', 'plus:x'],
  ['x'.repeat(59), `plus:${'x'.repeat(59)}`],
])('the detail %s has the tag %s', (detail, tag) => {
  expect(plusTag(detail)).toBe(tag)
})

test.each(['', '.', '++', '验证码', 'x'.repeat(60)])('a detail without a tag of its own has none: %j', (detail) => {
  expect(plusTag(detail)).toBeNull()
})

test('the tag of any detail is a valid tag, and is asked for in the words of the address or as it is stored', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (detail) => {
      const tag = plusTag(detail)
      if (tag === null) return
      expect(tag).toMatch(tagPattern)
      expect(storedTag(`plus:${detail}`)).toBe(tag)
      expect(storedTag(tag)).toBe(tag)
    }),
  )
})

test('other tags are compared as they are', () => {
  for (const tag of ['otp', 'OTP', 'otp ', 'plus', 'auth:pass', 'plus:', 'PLUS:shop']) expect(storedTag(tag)).toBe(tag)
})
