import { expect, test } from 'vitest'
import { attemptText, deliveryStatus, formatDuration, indented, isSuccess } from './delivery-labels.ts'

test('a pending delivery is new, is tried again, or waits for its webhook', () => {
  const labels = [
    deliveryStatus({ state: 'pending', attemptCount: 0 }, true),
    deliveryStatus({ state: 'pending', attemptCount: 2 }, true),
    deliveryStatus({ state: 'pending', attemptCount: 2 }, false),
    deliveryStatus({ state: 'failed', attemptCount: 8 }, false),
  ].map(({ label }) => label)

  expect(labels).toEqual(['Pending', 'Retrying', 'Waiting', 'Failed'])
})

test('what an attempt failed with is said before the status that it came with', () => {
  expect(attemptText({ status: 302, error: 'redirect' })).toContain('not followed')
  expect(attemptText({ status: null, error: 'timeout' })).toContain('15 seconds')
  expect(attemptText({ status: 500, error: null })).toContain('had an error')
  expect(attemptText({ status: 204, error: null })).toBe('The receiver accepted it.')
})

test('only a status from 200 to 299 is a success', () => {
  expect([199, 200, 299, 300, null].map(isSuccess)).toEqual([false, true, true, false, false])
})

test('a duration is in milliseconds up to a second', () => {
  expect([0, 999, 1000, 15_012].map(formatDuration)).toEqual(['0 ms', '999 ms', '1.0 s', '15.0 s'])
})

test('a body that is no JSON has no indented form', () => {
  expect(indented('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(indented('<html>')).toBeNull()
})
