import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key-value.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a key is its prefix, thirty random characters and six of checksum, and never the same twice', () => {
  const keys = Array.from({ length: 500 }, (_, n) => generateApiKey(n % 2 === 0))

  for (const [n, { value, prefix, lastFour, hash }] of keys.entries()) {
    expect(prefix).toBe(n % 2 === 0 ? 'inlet_live_' : 'inlet_test_')
    expect(value).toMatch(/^inlet_(live|test)_[0-9A-Za-z]{36}$/)
    expect(value.startsWith(prefix) && value.endsWith(lastFour)).toBe(true)
    expect(lastFour).toHaveLength(4)
    expect(hash).toBe(hashApiKey(value))
    expect(isWellFormedApiKey(value)).toBe(true)
  }
  expect(new Set(keys.map(({ value }) => value)).size).toBe(500)
})

test('every character of base62 is used', () => {
  const seen = new Set(Array.from({ length: 200 }, () => generateApiKey(true).value.slice(11, 41)).join(''))

  expect([...seen].sort().join('')).toBe(base62)
})

test('the hash is SHA-256 in hexadecimal', () => {
  expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('one wrong character at any position is refused', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.nat(46), fc.constantFrom(...base62, '_', ' ', '-'), (isLive, at, character) => {
      const { value } = generateApiKey(isLive)
      fc.pre(value[at] !== character)
      expect(isWellFormedApiKey(value.slice(0, at) + character + value.slice(at + 1))).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})

test('two swapped characters are refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 11, max: 45 }), (at) => {
      const { value } = generateApiKey(true)
      const swapped = value.slice(0, at) + (value[at + 1] ?? '') + (value[at] ?? '') + value.slice(at + 2)
      fc.pre(swapped !== value)
      expect(isWellFormedApiKey(swapped)).toBe(false)
    }),
  )
})

test('a live key is not a test key, and nothing may surround a key', () => {
  const { value } = generateApiKey(true)

  for (const text of [
    value.replace('live', 'test'),
    ` ${value}`,
    `${value} `,
    `${value}\n`,
    `${value}${value}`,
    value.slice(0, -1),
    value.toLowerCase(),
    value.toUpperCase(),
  ]) {
    expect(isWellFormedApiKey(text), text).toBe(false)
  }
})

test('any other text is refused, and nothing throws', () => {
  const shaped = fc.tuple(
    fc.constantFrom('inlet_live_', 'inlet_test_', 'inlet_'),
    fc.string({ unit: fc.constantFrom(...base62), minLength: 30, maxLength: 40 }),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        shaped.map((parts) => parts.join('')),
      ),
      (text) => !isWellFormedApiKey(text),
    ),
  )
})
