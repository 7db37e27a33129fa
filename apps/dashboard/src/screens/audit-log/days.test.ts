import { expect, test } from 'vitest'
import { day, timesOf } from './days.ts'

test('a day of a URL is a day of the calendar, or nothing', () => {
  expect(['2026-11-30', '2026-13-01', '2026-11-30T00:00:00Z', 'yesterday', '', 5, undefined].map(day)).toEqual([
    '2026-11-30',
    ...Array.from({ length: 6 }, () => undefined),
  ])
})

test('the last day is included, over the end of a year too', () => {
  const { from, to } = timesOf({ from: '2026-12-31', to: '2026-12-31' })

  expect(from).toBe(new Date(2026, 11, 31).toISOString())
  expect(to).toBe(new Date(2027, 0, 1).toISOString())
  expect(timesOf({})).toEqual({})
})
