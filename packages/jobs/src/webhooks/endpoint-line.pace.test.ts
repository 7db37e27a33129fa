import { expect, test } from 'vitest'
import { EndpointPace, type Pulse } from './endpoint-line.ts'

const at = (ms: number) => new Date(1_000_000 + ms)

/** A pace after these calls, one after the other. */
function paceAfter(...pulses: Pulse[]): EndpointPace {
  const pace = new EndpointPace()
  for (const pulse of pulses) {
    pace.begin()
    pace.end(pulse, at(0))
  }
  return pace
}

test('an endpoint gets eight calls at a time', () => {
  const pace = new EndpointPace()
  for (let count = 8; count > 0; count -= 1) {
    expect(pace.free(at(0))).toBe(count)
    pace.begin()
  }

  expect(pace.free(at(0))).toBe(0)
  pace.end('answered', at(0))
  expect(pace.free(at(0))).toBe(1)
})

test('each time-out halves that, down to one, and each answer adds one', () => {
  const timedOut = (count: number): Pulse[] => Array.from({ length: count }, () => 'timed_out')

  expect(paceAfter(...timedOut(1)).free(at(0))).toBe(4)
  expect(paceAfter(...timedOut(2)).free(at(0))).toBe(2)
  expect(paceAfter(...timedOut(2), 'answered').free(at(0))).toBe(3)
  expect(paceAfter(...timedOut(9)).free(at(60_000))).toBe(1)
  expect(paceAfter(...timedOut(2), ...Array.from({ length: 20 }, (): Pulse => 'answered')).free(at(0))).toBe(8)
})

test('an endpoint that fails three times in a row is called once at a time, with pauses of 1 s to a minute', () => {
  const failed = (count: number) => paceAfter(...Array.from({ length: count }, (): Pulse => 'failed'))

  expect(failed(2).isDead).toBe(false)
  expect(failed(2).free(at(0))).toBe(8)
  expect(failed(3).isDead).toBe(true)
  expect([failed(3).free(at(999)), failed(3).free(at(1_000))]).toEqual([0, 1])
  expect([failed(5).free(at(3_999)), failed(5).free(at(4_000))]).toEqual([0, 1])
  expect([failed(500).free(at(59_999)), failed(500).free(at(60_000))]).toEqual([0, 1])
})

test('one answer revives a dead endpoint', () => {
  const pace = paceAfter('failed', 'failed', 'failed', 'answered')

  expect(pace.isDead).toBe(false)
  expect(pace.free(at(0))).toBe(8)
  expect(pace.isFresh).toBe(true)
})
