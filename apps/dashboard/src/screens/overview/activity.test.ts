import type { UsageCounts, UsageDay } from '@inlet/contract'
import { expect, test } from 'vitest'
import { activitiesOf } from './activity.ts'

const dayWith = (index: number, messagesReceived: number): UsageDay => ({
  date: `2026-11-${String(index + 1).padStart(2, '0')}`,
  messagesReceived,
  messagesWithCode: 0,
  apiRequests: 1,
  addressesCreated: 7,
  deliveries: 0,
  bytesReceived: 512,
})

const lastHours: UsageCounts = {
  messagesReceived: 3,
  messagesWithCode: 0,
  apiRequests: 2,
  addressesCreated: 0,
  deliveries: 0,
  bytesReceived: 0,
}

test('each figure is that of the last hours, and summed over seven and all days, counted from the last one', () => {
  const days = Array.from({ length: 30 }, (_, index) => dayWith(index, index === 29 ? 4 : index === 28 ? 2 : 1))

  const [received, withCode, calls] = activitiesOf(days, lastHours)

  expect(received).toMatchObject({ field: 'messagesReceived', lastHours: 3, lastSeven: 11, all: 34 })
  expect(withCode).toMatchObject({ lastHours: 0, lastSeven: 0, all: 0 })
  expect(calls).toMatchObject({ lastHours: 2, lastSeven: 7, all: 30 })
})

test('the highest day has the whole height of the chart, and days without anything have none', () => {
  const [received, withCode] = activitiesOf([dayWith(0, 0), dayWith(1, 10), dayWith(2, 5)], lastHours)

  expect(received?.bars).toEqual([
    { date: '2026-11-01', share: 0 },
    { date: '2026-11-02', share: 1 },
    { date: '2026-11-03', share: 0.5 },
  ])
  expect(withCode?.bars.map(({ share }) => share)).toEqual([0, 0, 0])
})
