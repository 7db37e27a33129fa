import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine, cleanText, cutUtf8, inPieces } from './clean-text.ts'

const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', '\udc00', '😀')))
  .map((parts) => parts.join(''))

test('NUL and lone surrogates are removed, everything else stays', () => {
  expect(cleanText('a\0b\ud800c\udc00 😀\r\n')).toBe('abc 😀\r\n')
})

test('clean text is unchanged by encoding and decoding as UTF-8', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const clean = cleanText(text)

      expect(Buffer.from(clean).toString()).toBe(clean)
      expect(clean).not.toContain('\0')
    }),
  )
})

test('a clean line is well-formed, without control characters and within its limit', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, maxChars) => {
      const line = cleanLine(text, maxChars)

      expect(line).not.toMatch(/\p{Cc}/u)
      expect(line.length).toBeLessThanOrEqual(maxChars)
      expect(line.isWellFormed()).toBe(true)
    }),
  )
})

test('a cut text is the longest beginning that fits the limit', () => {
  fc.assert(
    fc.property(anyText.map(cleanText), fc.integer({ min: 4, max: 80 }), (text, maxBytes) => {
      const head = cutUtf8(text, maxBytes)

      expect(text.startsWith(head)).toBe(true)
      expect(Buffer.byteLength(head)).toBeLessThanOrEqual(maxBytes)
      expect(head === text || Buffer.byteLength(head) > maxBytes - 4).toBe(true)
      expect(head.isWellFormed()).toBe(true)
    }),
  )
})

test('at any length, no piece splits a line break or a character', () => {
  const unit = fc.constantFrom('\r\n', '\r', '🦊', 'a')

  fc.assert(
    fc.property(fc.nat(4), fc.array(unit, { minLength: 1, maxLength: 5 }), (before, units) => {
      const text = 'x'.repeat(before) + units.join('').repeat(100_000 / units.length)
      const change = (piece: string) => piece.replaceAll('\r\n', '\n').replace(/\p{Surrogate}/gu, '')

      expect(inPieces(text, change)).toBe(change(text))
    }),
    { numRuns: 30 },
  )
})
