import { domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePunycode } from './punycode.ts'

test('an A-label is decoded as the platform decodes it', () => {
  const scripts = fc.constantFrom(...'aéüß-1абв日本語한ไทยא', '😀', '\u{20bb7}')
  const labels = fc.array(scripts, { minLength: 1, maxLength: 20 }).map((all) => all.join(''))
  fc.assert(
    fc.property(labels, (label) => {
      const host = URL.parse(`http://${label}.example`)?.hostname ?? ''
      fc.pre(host.startsWith('xn--'))

      expect(`${decodePunycode(host.slice('xn--'.length, -'.example'.length))}.example`).toBe(domainToUnicode(host))
    }),
    { numRuns: 2000 },
  )
})
