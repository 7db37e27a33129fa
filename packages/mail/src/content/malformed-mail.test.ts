import { processorMs, rawMail, rawMailNames } from '@inlet/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMailParser } from '../parse-mail.ts'
import { malformedMail } from './malformed-mail.ts'

const parseMail = createMailParser()

const envelope = { mailFrom: 'bounce@sender.example', isTls: true }

test('sender, subject and Message-ID are read from the header, and nothing else', () => {
  const raw = Buffer.from(
    'Received: x\r\n from: not a field\r\nFrom: =?utf-8?Q?J=C3=B6rg?= <j@a.example>\r\nFrom: second@a.example\r\nSubject: =?utf-8?B?w4k=?=\r\n =?utf-8?B?dMOp?=\r\nMessage-ID: <1@a.example>\r\n\r\nSubject: of the body\r\n482913',
  )

  expect(malformedMail(raw, envelope)).toMatchObject({
    fromAddr: 'j@a.example',
    fromName: 'Jörg',
    subject: 'Été',
    searchText: 'ete',
    messageId: '<1@a.example>',
    textBody: '',
    htmlBody: '',
    preview: '',
    otpCode: null,
    tags: ['malformed', 'tls'],
    attachments: [],
    sizeBytes: raw.length,
  })
})

test('without a From the sender is that of the envelope', () => {
  expect(malformedMail(Buffer.from('X: y\r\n\r\n'), envelope)).toMatchObject({
    fromAddr: envelope.mailFrom,
    messageId: null,
    digest: null,
  })
})

test.each(rawMailNames)(
  '%s: sender, subject and digest are those of the parsed mail, so that a retry is recognised in either case',
  (name) => {
    const raw = rawMail(name)
    const parsed = parseMail(raw, envelope)
    const malformed = malformedMail(raw, envelope)

    expect(malformed.messageId).toBe(parsed.messageId)
    expect(malformed.digest).toEqual(parsed.digest)
    expect(malformed.fromAddr).toBe(parsed.fromAddr)
    expect(malformed.subject).toBe(parsed.subject)
  },
)

test('any bytes give facts that can be stored', () => {
  const line = fc.constantFrom(
    'From: ',
    'Subject: =?utf-8?B?',
    '?=',
    ' folded',
    '<',
    '>',
    '@',
    '\r\n',
    '\n',
    '\0',
    '"',
    ':',
    'Message-ID:',
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((input) => Buffer.from(input)),
    fc.array(line).map((lines) => Buffer.from(lines.join(''))),
  )

  fc.assert(
    fc.property(bytes, (raw) => {
      const mail = malformedMail(raw, envelope)

      for (const text of [mail.fromAddr, mail.fromName, mail.subject]) {
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/\p{Cc}/u)
      }
    }),
  )
})

test('a header of 100 MiB is not read to its end', () => {
  const raw = Buffer.alloc(100 * 1024 * 1024, 'Subject: a\r\n folded line\r\n')

  expect(malformedMail(raw, envelope).subject.length).toBeLessThanOrEqual(2000)
  expect(processorMs(() => malformedMail(raw, envelope))).toBeLessThan(1000)
})
