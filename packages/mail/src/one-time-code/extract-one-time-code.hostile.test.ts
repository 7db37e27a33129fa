import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCodeReader } from './extract-one-time-code.ts'

const { extract: extractOneTimeCode } = createCodeReader()

describe('hostile text takes a number of steps linear in its length, and text behind the cap of a view takes none', () => {
  test.each([
    '1 ',
    '12-',
    'code ',
    'A1 ',
    '482913\n',
    'a',
    'enter 482913 ',
    'your verification code is ',
    'order number 482913, ',
    '\u200b1',
    '验证码',
    'รหัสยืนยัน',
    '1\t',
    'AB12-CD34 ',
    ' - ',
    '> code 482913\n',
    '+1 (',
    'http://',
    'a@',
  ])('%j', (noise) => {
    const steps = (chars: number): number => {
      const work = { steps: 0 }
      extractOneTimeCode(
        { subject: 'Your verification code', text: noise.repeat(Math.ceil(chars / noise.length)) },
        work,
      )
      return work.steps
    }

    expect(steps(60_000)).toBeLessThan(2.1 * steps(30_000) + 1000)
    expect(steps(60_000)).toBeLessThan(25 * 60_000)
    expect(steps(2_000_000)).toBeLessThan(1.2 * steps(65_536))
  })
})

test('no text makes the extractor throw, and a code is of ASCII letters and digits', () => {
  const words = fc.constantFrom(
    'code',
    'verification code',
    ':',
    '482913',
    'AB12-CD34',
    '\n',
    '\t',
    '验证码',
    '٤٨٢٩١٣',
    '𝟒𝟖𝟐𝟗',
    '\u200b',
    'is',
    'enter',
    'order no.',
    'has expired',
    '1 2 3 4',
    '>',
    '<b>',
    '<td>',
    '&#49;',
    '\ud835',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join(' ')),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
  )

  fc.assert(
    fc.property(texts, texts, texts, (subject, text, html) => {
      const found = extractOneTimeCode({ subject, text, html })

      expect(found === null || /^[A-Za-z0-9]{4,10}$/.test(found.code)).toBe(true)
    }),
    { numRuns: 500 },
  )
})
