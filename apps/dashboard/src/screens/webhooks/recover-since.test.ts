import { expect, test } from 'vitest'
import { localMinute, sinceChoices, sinceTime } from './recover-since.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const of = { now, failingSince: null, typed: '' }

test('a span counts back from now', () => {
  expect(sinceTime('hour', of)).toBe('2026-11-21T11:00:00.000Z')
  expect(sinceTime('week', of)).toBe('2026-11-14T12:00:00.000Z')
})

test('since it began to fail includes the delivery whose attempt was the first to fail', () => {
  const failingSince = '2026-11-21T10:00:05.000Z'

  const since = sinceTime('failing', { ...of, failingSince })

  expect(Date.parse(since ?? '')).toBeLessThan(Date.parse(failingSince))
  expect(sinceChoices(failingSince, String).map(({ value }) => value)).toContain('failing')
  expect(sinceChoices(null, String).map(({ value }) => value)).not.toContain('failing')
})

test('a typed time is of the zone of the browser, and nothing typed is none', () => {
  expect(sinceTime('typed', { ...of, typed: localMinute(now) })).toBe(now.toISOString())
  expect(sinceTime('typed', of)).toBeNull()
})
