import { expect, test } from 'vitest'
import { formatRatio } from './format-ratio.ts'

test('a contrast is rounded down', () => {
  expect(formatRatio(4.49)).toBe('4.4:1')
  expect(formatRatio(21)).toBe('21.0:1')
})
