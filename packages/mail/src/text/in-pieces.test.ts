import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inPieces } from './in-pieces.ts'

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
