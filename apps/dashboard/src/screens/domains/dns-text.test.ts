import { expect, test } from 'vitest'
import { dnsText } from './dns-text.ts'

test('a usual record is shown as it is', () => {
  expect(dnsText('v=spf1 include:_spf.example.com ~all', 40)).toBe('v=spf1 include:_spf.example.com ~all')
})

test('what would turn the text around it, or cannot be seen, is shown as its code', () => {
  expect(dnsText('mx.\u202eexample\u2069\u0000.com', 40)).toBe('mx.\\u202eexample\\u2069\\u0000.com')
})

test('a long record is cut, between the halves of a character too', () => {
  expect(dnsText('a'.repeat(10_000), 5)).toBe('aaaaa…')
  expect(dnsText('ab😀', 3)).toBe('ab�…')
})
