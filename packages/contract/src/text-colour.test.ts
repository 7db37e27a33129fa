import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, textColourOn } from './text-colour.ts'

test('the text on any accent can be read: its contrast is 4.5 or more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (rgb) => {
      const ground = `#${rgb.toString(16).padStart(6, '0')}`
      expect(contrast(textColourOn(ground), ground)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 10_000 },
  )
})

test.each([
  ['#4338ca', '#ffffff'],
  ['#facc15', '#000000'],
  ['#FFFFFF', '#000000'],
])('on %s it is %s', (ground, text) => {
  expect(textColourOn(ground)).toBe(text)
})
