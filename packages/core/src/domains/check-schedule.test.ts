import { dayMs as day, hourMs as hour } from '@inlet/contract'
import { expect, test } from 'vitest'
import { areEnough, countFailure, nextCheckAt } from './check-schedule.ts'

const minute = 60_000
const createdAt = new Date('2027-01-31T00:00:00Z')
const after = (ms: number) => new Date(createdAt.getTime() + ms)

test('a claim is looked up each minute for an hour, then each hour for three days, then once a day', () => {
  const pauses = [0, hour - 1, hour, 3 * day, hour + 3 * day - 1, hour + 3 * day, 300 * day].map((age) => {
    const next = nextCheckAt({ state: 'pending', createdAt }, after(age), 'unproven')
    return next.getTime() - after(age).getTime()
  })

  expect(pauses).toEqual([minute, minute, hour, hour, hour, day, day])
})

test('a proven domain is looked up once a day, sooner after a failure and sooner still where the DNS gave no answer', () => {
  for (const state of ['verified', 'failing'] as const) {
    const pauses = (['proven', 'unproven', 'unknown'] as const).map(
      (verdict) => nextCheckAt({ state, createdAt }, after(0), verdict).getTime() - createdAt.getTime(),
    )
    expect(pauses).toEqual([day, day / 2, hour])
  }
})

test('three failures over a day are enough; two over a week, or three within an hour, are not', () => {
  const since = after(0)

  expect(areEnough({ since, count: 3 }, after(day))).toBe(true)
  expect(areEnough({ since, count: 3 }, after(day - 1))).toBe(false)
  expect(areEnough({ since, count: 2 }, after(7 * day))).toBe(false)
  expect(areEnough(null, after(day))).toBe(false)
})

test('failures in a row are counted from the first; a success ends the row, and a DNS without an answer does not', () => {
  const first = countFailure(undefined, after(0), 'unproven')
  const second = countFailure(first, after(hour), 'unproven')

  expect(second).toEqual({ since: after(0), count: 2 })
  expect(countFailure(second, after(day), 'unknown')).toEqual(second)
  expect(countFailure(second, after(day), 'proven')).toBeNull()
})
