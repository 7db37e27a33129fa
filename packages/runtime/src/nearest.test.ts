import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const known = ['after', 'cursor', 'from', 'hasOtp', 'limit', 'q', 'receivedAfter', 'subject', 'tag', 'waitSeconds']

test.each([
  ['hasotp', 'hasOtp'],
  ['has_otp', 'hasOtp'],
  ['HAS-OTP', 'hasOtp'],
  ['wait', 'waitSeconds'],
  ['waitSecond', 'waitSeconds'],
  ['receivedafter', 'receivedAfter'],
  ['Limit', 'limit'],
  ['subjcet', 'subject'],
  ['atg', 'tag'],
])('%s means %s', (written, meant) => {
  expect(nearest(written, known)).toBe(meant)
})

test('a word that is similar to none of them means none, however long it is', () => {
  for (const written of ['', 'x', 'page', 'constructor', '__proto__', 'z'.repeat(100_000)]) {
    expect(nearest(written, known), written.slice(0, 20)).toBeNull()
  }
  expect(nearest('anything', [])).toBeNull()
})
