import { expect, test } from 'vitest'
import { recentMarks } from './recent-marks.ts'

const now = new Date()
const place = { serviceId: 'honest', storedHash: 'inbox' }

test('a mark is found at its own place alone, until its time is over', () => {
  const marks = recentMarks(1_000)
  marks.add(place, 'text', now)

  expect(marks.has(place, 'text', new Date(now.getTime() + 999))).toBe(true)
  expect(marks.has(place, 'text', new Date(now.getTime() + 1_000))).toBe(false)
  expect(marks.has(place, 'other', now)).toBe(false)
  expect(marks.has({ ...place, storedHash: 'other' }, 'text', now)).toBe(false)
  expect(marks.has({ ...place, serviceId: 'other' }, 'text', now)).toBe(false)
})

test('what a stranger adds at one inbox, from however many clients, drives out nothing of another inbox of the service', () => {
  const marks = recentMarks(1_000)
  marks.add(place, 'known', now)

  for (let n = 0; n < 65_536; n += 1) marks.add({ ...place, storedHash: 'shared' }, `client ${n}`, now)

  expect(marks.has(place, 'known', now)).toBe(true)
  expect(marks.has({ ...place, storedHash: 'shared' }, 'client 65535', now)).toBe(true)
})

test('what the maker of twenty services adds at however many inboxes drives out nothing of another service', () => {
  const marks = recentMarks(1_000)
  marks.add(place, 'known', now)

  for (let service = 0; service < 20; service += 1)
    for (let n = 0; n < 6_000; n += 1)
      marks.add({ serviceId: `his ${service}`, storedHash: `inbox ${n % 5_000}` }, `client ${n}`, now)

  expect(marks.has(place, 'known', now)).toBe(true)
})

test('all together are not more than the memory has room for', () => {
  const marks = recentMarks(1_000)
  const placeOf = (n: number) => ({ serviceId: `service ${n % 60}`, storedHash: `inbox ${n % 600}` })

  for (let n = 0; n < 120_000; n += 1) marks.add(placeOf(n), `client ${n}`, now)

  const kept = Array.from({ length: 120_000 }, (_, n) => n).filter((n) => marks.has(placeOf(n), `client ${n}`, now))
  expect(kept.length).toBeLessThanOrEqual(100_000)
  expect(kept).toContain(119_999)
})
