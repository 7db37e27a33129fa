import { expect, test } from 'vitest'
import { shareOf } from './wilson-interval.ts'

test.each([
  { count: 8, total: 10, low: 0.4902, high: 0.9433 },
  { count: 0, total: 20, low: 0, high: 0.1611 },
  { count: 50, total: 50, low: 0.9287, high: 1 },
])('$count of $total lies where the Wilson interval puts it', ({ count, total, low, high }) => {
  const share = shareOf(count, total)

  expect(share.value).toBe(count / total)
  expect(share.low).toBeCloseTo(low, 3)
  expect(share.high).toBeCloseTo(high, 3)
})

test('without cases the interval is 0 to 1', () => {
  expect(shareOf(0, 0)).toEqual({ value: 0, low: 0, high: 1 })
})
