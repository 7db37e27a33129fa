import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ipList } from './ip-list.ts'

test.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['::ffff:192.0.2.0/120', '192.0.2.200', true],
  ['::ffff:192.0.2.0/120', '192.0.3.1', false],
  ['2001:db8::/32', '2001:DB8:1::9', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', '::1', false],
])('%s covers %s: %s', (entry, ip, isCovered) => {
  expect(ipList(['198.51.100.1', entry])(ip)).toBe(isCovered)
})

test('an empty list contains no address, and a text that is not an address is in no list', () => {
  expect(ipList([])('127.0.0.1')).toBe(false)
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/[.:]/.test(text))

      expect(ipList(['0.0.0.0/0', '::/0'])(text)).toBe(false)
    }),
  )
})

test.each([
  '',
  'localhost',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  '::/129',
  '::ffff:1.2.3.4/95',
  '1.2.3/8',
])('the entry %j is refused by name', (entry) => {
  expect(() => ipList(['10.0.0.0/8', entry])).toThrow(RangeError)
  expect(() => ipList(['10.0.0.0/8', entry])).toThrow(entry)
})
