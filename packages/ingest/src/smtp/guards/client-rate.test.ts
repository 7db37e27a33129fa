import { ipList } from '@inlet/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClientRate } from './client-rate.ts'

function rateAt(perMinute: number, exempt: string[] = []) {
  const clock = { ms: 5_000 }
  const rate = createClientRate({ perMinute, isExempt: ipList(exempt), now: () => clock.ms })
  const takeTimes = (ip: string, times: number) =>
    Array.from({ length: times }, () => rate.take(ip, 1)).filter(Boolean).length
  return { clock, ...rate, takeTimes }
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

test('an exempt client has no rate limit', () => {
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

test('after a quiet time an amount above a minute’s share is allowed, and the client then waits as long as it is worth', () => {
  const { clock, take, isOver } = rateAt(60)
  const ip = '192.0.2.1'

  expect(take(ip, 100)).toBe(true)
  expect([isOver(ip), take(ip, 1)]).toEqual([true, false])
  // 100 of them are worth 100 s, ten of which are the burst.
  clock.ms += 89_999
  expect([isOver(ip), take(ip, 1)]).toEqual([true, false])
  clock.ms += 1
  expect([isOver(ip), take(ip, 100), take(ip, 1)]).toEqual([false, true, false])
})

test('a refused amount is not counted, and isOver counts nothing', () => {
  const { clock, take, isOver } = rateAt(60)
  const ip = '192.0.2.1'
  take(ip, 20)

  for (let count = 0; count < 50; count += 1) expect([take(ip, 1_000), isOver(ip)]).toEqual([false, true])
  clock.ms += 10_000

  expect(isOver(ip)).toBe(false)
})

test('whatever amounts come, a client never gets more than its rate, one burst and the last amount', () => {
  const steps = fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 300 })), { maxLength: 60 })
  fc.assert(
    fc.property(steps, (moves) => {
      const { clock, take } = rateAt(120)
      const beganAt = clock.ms
      let before = 0
      for (const [ms, amount] of moves) {
        clock.ms += ms
        if (!take('192.0.2.1', amount)) continue
        expect(before).toBeLessThanOrEqual((clock.ms - beganAt + 10_000) / 500)
        before += amount
      }
    }),
  )
})
