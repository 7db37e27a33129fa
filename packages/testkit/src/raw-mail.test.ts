import { expect, test } from 'vitest'
import { rawMail, rawMailNames } from './raw-mail.ts'

test.each(rawMailNames)('%s ends every line with CRLF, as SMTP carried it', (name) => {
  expect(rawMail(name).toString('latin1')).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
})

test('a raw mail is found with or without its extension, and the error for an unknown one names it', () => {
  expect(rawMail('otp-482913.eml')).toEqual(rawMail('otp-482913'))
  expect(() => rawMail('no-such-mail')).toThrow('no-such-mail')
})
