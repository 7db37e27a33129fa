import { expect, test } from 'vitest'
import { inOrder, visibleText } from './visible-text.ts'

test.for([
  ['Acme  Mail ', 'Acme Mail'],
  ['\u202e\u2069Acme\u200b Mail', 'Acme Mail'],
  ['خدمة', 'خدمة'],
  ['<b>Acme</b>', '<b>Acme</b>'],
] as const)('of %j one sees, and can type, %j', ([text, seen]) => {
  expect(visibleText(text)).toBe(seen)
})

test('an override of the writing direction does not hide how a file name ends', () => {
  expect(inOrder('invoice-\u202efdp.exe')).toBe('invoice-fdp.exe')
  expect(inOrder('Acme\u2069\u202e Mail')).toBe('Acme Mail')
  expect(inOrder('رمز\u200f abc')).toBe('رمز\u200f abc')
})
