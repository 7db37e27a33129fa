import { ipList } from '@inlet/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMailRate } from './mail-rate.ts'

function rateAt(perMinute: number, exempt: string[] = []) {
  const clock = { ms: 5_000 }
  const take = createMailRate({ perMinute, isExempt: ipList(exempt), now: () => clock.ms })
  const takeTimes = (ip: string, times: number) => Array.from({ length: times }, () => take(ip)).filter(Boolean).length
  return { clock, takeTimes }
}

test("ten seconds' worth may come at once, and what follows comes evenly", () => {
  const { clock, takeTimes } = rateAt(60)

  expect(takeTimes('192.0.2.1', 100)).toBe(11)
  clock.ms += 1_000
  expect(takeTimes('192.0.2.1', 100)).toBe(1)
  clock.ms += 5_000
  expect(takeTimes('192.0.2.1', 100)).toBe(5)
  clock.ms += 60_000
  expect(takeTimes('192.0.2.1', 100)).toBe(11)
})

test('each client has its own share: an IPv4 address in any spelling, an IPv6 /64', () => {
  const { takeTimes } = rateAt(6)

  expect(takeTimes('192.0.2.1', 9)).toBe(2)
  expect(takeTimes('::ffff:192.0.2.1', 9)).toBe(0)
  expect(takeTimes('192.0.2.2', 9)).toBe(2)
  expect(takeTimes('2001:db8::1', 9)).toBe(2)
  expect(takeTimes('2001:db8::2', 9)).toBe(0)
})

test('an exempt client sends as much as it likes', () => {
  const { takeTimes } = rateAt(6, ['192.0.2.0/24'])

  expect(takeTimes('192.0.2.77', 1_000)).toBe(1_000)
})

test('whenever mails come, a client never gets more than its rate and one burst', () => {
  const steps = fc.array(fc.tuple(fc.nat(20_000), fc.nat(30)), { maxLength: 60 })
  fc.assert(
    fc.property(steps, (moves) => {
      const { clock, takeTimes } = rateAt(120)
      let taken = 0
      const beganAt = clock.ms
      for (const [ms, tries] of moves) {
        clock.ms += ms
        taken += takeTimes('192.0.2.1', tries)
        expect(taken).toBeLessThanOrEqual((clock.ms - beganAt + 10_000) / 500 + 1)
      }
    }),
  )
})
