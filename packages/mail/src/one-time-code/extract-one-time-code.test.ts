import { rawMail } from '@inlet/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMail } from '../parse-mail.ts'
import { extractOneTimeCode } from './extract-one-time-code.ts'
import withCode from './test-cases/with-code.json' with { type: 'json' }
import withoutCode from './test-cases/without-code.json' with { type: 'json' }

const codeOf = (subject: string, text: string): string | null => extractOneTimeCode({ subject, text })?.code ?? null

describe('a mail with a code', () => {
  test.each(withCode)('$name: the code is found in canonical form', ({ subject, body, code }) => {
    expect(codeOf(subject, body)).toBe(code)
  })
})

describe('a mail without a code', () => {
  test.each(withoutCode)('$name is not taken for one', ({ subject, body }) => {
    expect(codeOf(subject, body)).toBeNull()
  })
})

describe('the raw mails', () => {
  test.each([
    ['otp-482913', '482913'],
    ['otp-arabic', '730541'],
    ['otp-japanese', '904217'],
    ['otp-one-digit-per-cell', '740291'],
    ['otp-google-style', '518204'],
    ['hidden-preheader', '305882'],
    ['order-confirmation', null],
    ['newsletter', null],
    ['bounce', null],
    ['attachment', null],
    ['plain-text', null],
  ])('%s carries %s', async (name, code) => {
    const parsed = await parseMail(rawMail(name), { mailFrom: 'a@b.example', isTls: false })

    expect(parsed.otpCode).toBe(code)
  })
})

test('hidden text is never the code', () => {
  const html =
    '<p style="display:none">Your verification code: 111111</p><p>Hello, your verification code was sent by text message.</p>'

  expect(extractOneTimeCode({ subject: 'Sign in', text: '', html })).toBeNull()
})

test('an OTP-Token header wins only where its code stands in the mail', () => {
  const source = { subject: 'Numbers', text: 'First 118204, then 330917.' }

  expect(extractOneTimeCode({ ...source, otpTokenHeader: '330917' })?.code).toBe('330917')
  expect(extractOneTimeCode({ ...source, otpTokenHeader: '999999' })).toBeNull()
})

test('the evidence names kinds and a view, and never holds the code', () => {
  const found = extractOneTimeCode({ subject: 'Your code', text: 'Your verification code is 482913' })

  expect(found).toMatchObject({ code: '482913', view: 'text' })
  expect(found?.score).toBeGreaterThanOrEqual(50)
  expect(found?.reason).not.toMatch(/\d/)
})

test('time grows with the length, whatever the text is made of', () => {
  const noises = [
    '1 ',
    '12-',
    'code ',
    'A1 ',
    '482913\n',
    'a'.repeat(40),
    '\u200b1',
    '验证码',
    '1\t',
    'AB12-CD34 ',
    ' - ',
  ]

  for (const noise of noises) {
    const text = noise.repeat(Math.ceil((2 * 1024 * 1024) / noise.length))
    const started = performance.now()
    extractOneTimeCode({ subject: 'Your verification code', text, html: text })

    // Over the cap of a view nothing may cost: generous, since the machine is shared.
    expect(performance.now() - started).toBeLessThan(1000)
  }
})

test('any text is read without a fault, and what is found is ASCII letters and digits', () => {
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
    '\u200b',
    'is',
    '1 2 3 4',
    '<b>',
    '&#49;',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join(' ')),
  )

  fc.assert(
    fc.property(texts, texts, texts, (subject, text, html) => {
      const found = extractOneTimeCode({ subject, text, html })

      expect(found === null || /^[A-Za-z0-9]{4,10}$/.test(found.code)).toBe(true)
    }),
  )
})
