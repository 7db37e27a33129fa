import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressBlock, addressNetwork, clientLimits } from './address-block.ts'

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })

/** Some of the ways to write one IPv6 address (RFC 4291 §2.2). */
function spellings(address: number[]): string[] {
  const written = address.map((group) => group.toString(16))
  const padded = address.map((group) => group.toString(16).padStart(4, '0'))
  const [high = 0, low = 0] = address.slice(6)
  const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const zero = address.findIndex((group, index) => group === 0 && address[index + 1] === 0)
  const shortened = zero < 0 ? [] : [`${written.slice(0, zero).join(':')}::${written.slice(zero + 2).join(':')}`]
  const canonical = new URL(`http://[${written.join(':')}]`).hostname.slice(1, -1)
  return [
    written.join(':'),
    padded.join(':').toUpperCase(),
    `${written.slice(0, 6).join(':')}:${dotted}`,
    canonical,
    `${canonical}%eth0`,
    ...shortened,
  ]
}

const isMapped = (address: number[]) => address.slice(0, 6).join() === '0,0,0,0,0,65535'

test('an IPv4 address is one client, also in its IPv4-mapped form', () => {
  fc.assert(
    fc.property(fc.ipV4(), (ip) => {
      expect(addressBlock(ip)).toBe(ip)
      expect(addressBlock(`::ffff:${ip}`)).toBe(ip)
      expect(addressBlock(`::FFFF:${ip}`)).toBe(ip)
      expect(addressBlock(new URL(`http://[::ffff:${ip}]`).hostname.slice(1, -1))).toBe(ip)
    }),
  )
})

test('every spelling of an IPv6 address gives the same block', () => {
  const withZeros = groups.map((address) => address.map((group) => (group % 2 === 0 ? 0 : group)))
  fc.assert(
    fc.property(fc.oneof(groups, withZeros), (address) => {
      fc.pre(!isMapped(address))
      const blocks = new Set(spellings(address).map(addressBlock))
      expect([...blocks]).toEqual([
        `${address
          .slice(0, 4)
          .map((group) => group.toString(16))
          .join(':')}::/64`,
      ])
    }),
  )
})

test('two IPv6 addresses are one client exactly where their first 64 bits agree', () => {
  fc.assert(
    fc.property(groups, groups, fc.boolean(), (one, other, isNeighbour) => {
      const second = isNeighbour ? [...one.slice(0, 4), ...other.slice(4)] : other
      fc.pre(!isMapped(one) && !isMapped(second))
      const [a = '', b = ''] = [one, second].map((address) =>
        addressBlock(address.map((group) => group.toString(16)).join(':')),
      )
      expect(a === b).toBe(one.slice(0, 4).join() === second.slice(0, 4).join())
    }),
  )
})

test('a client has its limit for itself, and an IPv6 one eight times as much together with its /48', () => {
  expect(clientLimits('192.0.2.1', 5)).toEqual([{ key: '192.0.2.1', limit: 5 }])
  expect(clientLimits('2001:db8:1:2::3', 5)).toEqual([
    { key: '2001:db8:1:2::/64', limit: 5 },
    { key: '2001:db8:1::/48', limit: 40 },
  ])
  expect(addressNetwork('2001:db8::1')).toBe('2001:db8:0::/48')
  expect(addressNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1')
})

test('a text that is not an address is its own block, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(typeof addressBlock(text)).toBe('string')
    }),
  )
  expect(addressBlock('')).toBe('')
  expect(addressBlock('not an address')).toBe('not an address')
})
