import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import { searchTextOf } from './search-text-of.ts'

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
