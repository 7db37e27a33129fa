import { expect, test } from 'vitest'
import { formatTimeAgo } from './format-time.ts'

const now = new Date('2026-06-15T12:00:00.000Z')
const words = (seconds: number) => formatTimeAgo(new Date(now.getTime() + seconds * 1000), now)

test('a time is shown as its distance from now, in the largest whole unit', () => {
  expect([0, -40, -60, -3599, -3600, -86_400, -2_592_000].map(words)).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    'yesterday',
    'last month',
  ])
})

test('a time to come is shown as such', () => {
  expect([40, 80, 7200, 172_799, 259_199].map(words)).toEqual([
    'in a moment',
    'in 1 minute',
    'in 2 hours',
    'in 2 days',
    'in 3 days',
  ])
})
