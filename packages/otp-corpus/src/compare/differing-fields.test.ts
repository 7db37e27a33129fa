import { createMailParser } from '@inlet/mail'
import { expect, test } from 'vitest'
import { differenceOf } from './differing-fields.ts'

const parseMail = createMailParser()
const raw = Buffer.from('Subject: Sign in\r\n\r\nYour verification code is 482913.\r\n')

test('two parsers that read a mail alike have no difference', () => {
  expect(differenceOf(raw, parseMail, createMailParser())).toBeNull()
})

test('each field that differs is named, and of the code all that is known of it', () => {
  const found = differenceOf(raw, parseMail, (mail, envelope) => ({
    ...parseMail(mail, envelope),
    otpMeta: { score: 60, view: 'text', reason: 'weak-before' },
    preview: '',
  }))

  expect(found?.fields.sort()).toEqual(['otpMeta', 'preview'])
  expect(found?.codes?.older).toMatch(/^482913 \(\d+, text, strong-before[a-z+-]*\)$/)
  expect(found?.codes?.newer).toBe('482913 (60, text, weak-before)')
})

test('a mail that one parser alone refuses is a difference', () => {
  const refuse = (): never => {
    throw new Error('too many parts')
  }

  expect(differenceOf(raw, parseMail, refuse)).toEqual({ fields: ['malformed'], codes: null })
  expect(differenceOf(raw, refuse, refuse)).toBeNull()
})
