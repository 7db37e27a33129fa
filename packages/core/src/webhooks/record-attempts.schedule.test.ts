import { hourMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { retryDelayMs } from './record-attempts.ts'

const minuteMs = 60_000
const unasked = { random: 0.5, retryAfterMs: null }

test('retries come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and the eighth failure is the last', () => {
  const delays = Array.from({ length: 9 }, (_, index) => retryDelayMs(index + 1, unasked))

  const expected = [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs]
  expect(delays).toEqual([...expected, null, null])
})

test('each delay varies by a fifth, to both sides', () => {
  expect(retryDelayMs(1, { random: 0, retryAfterMs: null })).toBe(4_000)
  expect(retryDelayMs(1, { random: 0.999_999, retryAfterMs: null })).toBe(6_000)
  expect(retryDelayMs(7, { random: 0, retryAfterMs: null })).toBe(8 * hourMs)
})

test('a receiver gets the time that it asks for, up to an hour, and never makes a retry sooner', () => {
  expect(retryDelayMs(1, { ...unasked, retryAfterMs: 20_000 })).toBe(20_000)
  expect(retryDelayMs(1, { ...unasked, retryAfterMs: 24 * hourMs })).toBe(hourMs)
  expect(retryDelayMs(3, { ...unasked, retryAfterMs: 1_000 })).toBe(30 * minuteMs)
  expect(retryDelayMs(8, { ...unasked, retryAfterMs: 1_000 })).toBeNull()
})
