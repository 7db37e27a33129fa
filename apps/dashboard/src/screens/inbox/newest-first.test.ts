import { expect, test } from 'vitest'
import { newestFirst } from './newest-first.ts'

test('the address with the newest mail is the first, and those without mail keep their order at the end', () => {
  const addresses = [
    { name: 'none', lastMessageAt: null },
    { name: 'old', lastMessageAt: '2026-06-01T00:00:00.000Z' },
    { name: 'none either', lastMessageAt: null },
    { name: 'new', lastMessageAt: '2026-06-15T00:00:00.000Z' },
  ]

  expect(newestFirst(addresses).map(({ name }) => name)).toEqual(['new', 'old', 'none', 'none either'])
})
