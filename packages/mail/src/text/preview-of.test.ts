import { limits } from '@inlet/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewOf } from './preview-of.ts'

test('white space is folded and the padding of preheaders is removed', () => {
  const padding = '\u034f \u200c\u00a0 \u00ad\ufeff\u2007 '.repeat(50)

  expect(previewOf(`Welcome\n\n\tback!${padding}Read\u200b on`)).toBe('Welcome back! Read on')
})

test('joiners inside words and emoji stay', () => {
  expect(previewOf('👩‍👩‍👧 می‌خواهم')).toBe('👩‍👩‍👧 می‌خواهم')
})

test.each([
  ['a surrogate pair', `${'a'.repeat(199)}😀`, 199],
  ['a combining mark', `${'a'.repeat(199)}e\u0301 more`, 199],
  ['a joined emoji', `${'a'.repeat(197)}👩‍👧`, 197],
])('the cut does not split %s', (_, text, length) => {
  expect(previewOf(text)).toHaveLength(length)
})

test('the preview of any text is short, well-formed, on one line and trimmed', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\n', '😀', 'e\u0301', '\u200d', '\u0301'.repeat(300), 'word '.repeat(90)),
  )

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const preview = previewOf(pieces.join(''))

      expect(preview.length).toBeLessThanOrEqual(limits.previewMaxChars)
      expect(preview.isWellFormed()).toBe(true)
      expect(preview).not.toMatch(/[\r\n\t\0]/)
      expect(preview.trim()).toBe(preview)
    }),
    { numRuns: 500 },
  )
})
