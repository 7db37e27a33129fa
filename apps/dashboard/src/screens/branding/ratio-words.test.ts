import { expect, test } from 'vitest'
import { ratioWords } from './ratio-words.ts'

test('a contrast is rounded down', () => {
  expect(ratioWords(4.49)).toBe('4.4:1')
  expect(ratioWords(21)).toBe('21.0:1')
})
