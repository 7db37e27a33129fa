import { expect, test } from 'vitest'
import { formatLimit, formatMoney, formatSize, shareOf } from './format-amounts.ts'

test.each([
  [2900, 'eur', '€29'],
  [2950, 'usd', '$29.50'],
  [2900, 'jpy', '¥2,900'],
  [0, 'eur', '€0'],
])('%i of %s is %s', (amount, currency, words) => {
  expect(formatMoney(amount, currency)).toBe(words)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [8_421_377, '8.4 MB'],
  [5e15, '5,000 TB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words)
})

test('a limit is said with its unit, and its absence as well', () => {
  expect([
    formatLimit(1, 'domain', 'domains'),
    formatLimit(10_000, 'address', 'addresses'),
    formatLimit(null, 'a', 'members'),
  ]).toEqual(['1 domain', '10,000 addresses', 'Unlimited members'])
})

test('the share of a limit is never more than the whole', () => {
  expect([
    shareOf({ used: 5, limit: 10 }),
    shareOf({ used: 12, limit: 10 }),
    shareOf({ used: 0, limit: 0 }),
    shareOf({ used: 9, limit: null }),
  ]).toEqual([0.5, 1, 1, 0])
})
