import { expect, test } from 'vitest'
import { RecentBytes } from './recent-bytes.ts'

test('bytes count for five to ten seconds, with decreasing weight', () => {
  const recent = new RecentBytes()

  recent.add(1_000, 1_000)
  recent.add(500, 4_000)

  expect(recent.sum(4_000)).toBe(1_500)
  expect(recent.sum(7_500)).toBe(750)
  expect(recent.sum(10_000)).toBe(0)
})

test('after a pause of more than a window the sum is 0', () => {
  const recent = new RecentBytes()
  recent.add(1_000, 1_000)

  recent.add(10, 11_000)

  expect(recent.sum(11_000)).toBe(10)
})
