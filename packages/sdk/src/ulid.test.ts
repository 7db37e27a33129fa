import { expect, test } from 'vitest'
import { positionBefore } from './ulid.ts'

test('a position lies so many milliseconds before an id, below all ids of its moment', () => {
  expect(positionBefore('01JD3QA4C9F1H3J5K7M9N1P3R5', 0)).toBe('01JD3QA4C90000000000000000')
  expect(positionBefore('01JD3QA4C9F1H3J5K7M9N1P3R5', 9)).toBe('01JD3QA4C00000000000000000')
  expect(positionBefore('01JD3QA4C0F1H3J5K7M9N1P3R5', 1)).toBe('01JD3QA4BZ0000000000000000')
  expect(positionBefore('01JD3QA4C9F1H3J5K7M9N1P3R5', 5_000)).toBe('01JD3Q9ZG10000000000000000')
})

test('before the beginning of time there is nothing', () => {
  expect(positionBefore('00000000050000000000000000', 5_000)).toBe('00000000000000000000000000')
})
