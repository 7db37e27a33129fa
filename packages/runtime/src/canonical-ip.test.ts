import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalIp } from './canonical-ip.ts'

test('an IPv4-mapped address becomes the IPv4 address, however it is written', () => {
  fc.assert(
    fc.property(fc.ipV4(), (ip) => {
      const hexadecimal = ip.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'))
      const groups = `${hexadecimal.slice(0, 2).join('')}:${hexadecimal.slice(2).join('')}`

      expect(canonicalIp(ip)).toBe(ip)
      expect(canonicalIp(`::ffff:${ip}`)).toBe(ip)
      expect(canonicalIp(`0:0:0:0:0:FFFF:${ip}`)).toBe(ip)
      expect(canonicalIp(`::ffff:${groups}`)).toBe(ip)
      expect(canonicalIp(`0000:0000::ffff:${groups}%eth0`)).toBe(ip)
    }),
  )
})

test.each([
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:0', '::ffff:0'],
  ['::ffff:1:2:3', '::ffff:1:2:3'],
  ['::1', '::1'],
  ['::', '::'],
])('%s is written %s', (ip, canonical) => {
  expect(canonicalIp(ip)).toBe(canonical)
})

test('a canonical address stays unchanged, and so does a text that is not an address', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV6(), fc.string()), (text) => {
      const once = canonicalIp(text)

      expect(canonicalIp(once)).toBe(once)
    }),
  )
  expect(canonicalIp('no:address')).toBe('no:address')
})
