import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClientLimits } from './client-limits.ts'

function limitsAt(settings: { perClient?: number; perMinute?: number; exempt?: string[] }) {
  const clock = { ms: 1_000_000 * 60_000 }
  const limits = createClientLimits({
    perClient: settings.perClient ?? 1_000,
    perMinute: settings.perMinute ?? 1_000,
    exempt: settings.exempt ?? [],
    now: () => clock.ms,
  })
  const enter = (ip: string, times: number) => Array.from({ length: times }, () => limits.enter(ip))
  return { ...limits, clock, enterTimes: enter }
}

test('a client has a limited number of connections at a time, and each that closes allows another', () => {
  const { enter, leave, enterTimes } = limitsAt({ perClient: 2 })

  expect(enterTimes('192.0.2.1', 3)).toEqual(['ok', 'ok', 'too many connections'])
  expect(enter('192.0.2.2')).toBe('ok')
  leave('192.0.2.1')
  expect(enterTimes('192.0.2.1', 2)).toEqual(['ok', 'too many connections'])
})

test('connections per minute are limited, also one after the other; each minute counts from 0', () => {
  const { enter, leave, clock } = limitsAt({ perMinute: 2 })
  const comeAndGo = () => {
    const verdict = enter('192.0.2.1')
    if (verdict === 'ok') leave('192.0.2.1')
    return verdict
  }

  expect([comeAndGo(), comeAndGo(), comeAndGo()]).toEqual(['ok', 'ok', 'too many in this minute'])
  clock.ms += 59_999
  expect(comeAndGo()).toBe('too many in this minute')
  clock.ms += 1
  expect(comeAndGo()).toBe('ok')
})

test('connections that last into the next minute are still counted', () => {
  const { enter, clock } = limitsAt({ perClient: 1 })

  expect(enter('192.0.2.1')).toBe('ok')
  clock.ms += 10 * 60_000
  expect(enter('192.0.2.1')).toBe('too many connections')
})

test('one client is an IPv4 address in any spelling, or an IPv6 /64', () => {
  const { enter, leave } = limitsAt({ perClient: 1 })

  expect(enter('192.0.2.1')).toBe('ok')
  expect(enter('::ffff:192.0.2.1')).toBe('too many connections')
  expect(enter('::ffff:c000:201')).toBe('too many connections')
  expect(enter('2001:db8:0:1::1')).toBe('ok')
  expect(enter('2001:db8:0:1:ffff::9')).toBe('too many connections')
  expect(enter('2001:db8:0:2::1')).toBe('ok')
  leave('2001:db8:0:1:ffff::9')
  expect(enter('2001:db8:0:1::1')).toBe('ok')
})

test('closing a connection of an exempt client does not reduce the count of its /64', () => {
  const { enter, leave } = limitsAt({ perClient: 1, exempt: ['2001:db8::1'] })

  expect([enter('2001:db8::2'), enter('2001:db8::1')]).toEqual(['ok', 'ok'])
  leave('2001:db8::1')

  expect(enter('2001:db8::3')).toBe('too many connections')
})

test('an exempt client is never refused', () => {
  const { enterTimes, isExempt } = limitsAt({ perClient: 1, perMinute: 1, exempt: ['10.0.0.0/8'] })

  expect(new Set(enterTimes('::ffff:10.1.2.3', 50))).toEqual(new Set(['ok']))
  expect(enterTimes('11.1.2.3', 2)).toEqual(['ok', 'too many in this minute'])
  expect([isExempt('10.1.2.3'), isExempt('11.1.2.3')]).toEqual([true, false])
})

test('a leave without an enter allows no further connection', () => {
  const { leave, enterTimes } = limitsAt({ perClient: 1 })

  leave('192.0.2.1')
  leave('192.0.2.1')
  expect(enterTimes('192.0.2.1', 2)).toEqual(['ok', 'too many connections'])
})

test('in any sequence no client has more connections than allowed, and closed ones take no memory', () => {
  const ip = fc.constantFrom('192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '2001:db8::2')
  fc.assert(
    fc.property(fc.array(fc.tuple(ip, fc.boolean()), { maxLength: 60 }), (actions) => {
      const { enter, leave } = limitsAt({ perClient: 3 })
      const open: string[] = []
      const isV6 = (address: string) => address.startsWith('2001')
      const openOf = (address: string) => open.filter((other) => isV6(other) === isV6(address))

      for (const [address, comes] of actions) {
        if (comes) {
          expect(enter(address)).toBe(openOf(address).length < 3 ? 'ok' : 'too many connections')
          if (openOf(address).length < 3) open.push(address)
        } else if (open.includes(address)) {
          leave(address)
          open.splice(open.indexOf(address), 1)
        }
      }
    }),
  )
})

test('a million sources do not take a million entries of memory', () => {
  const { enter, leave } = limitsAt({})
  const before = liveHeapBytes()

  for (let source = 0; source < 1_000_000; source++) {
    const ip = `10.${source >> 16}.${(source >> 8) & 255}.${source & 255}`
    if (enter(ip) === 'ok') leave(ip)
  }

  // A million entries would be above 80 MB.
  expect(liveHeapBytes() - before).toBeLessThan(20 * 1_048_576)
})

function liveHeapBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
