import { limits } from '@inlet/contract'
import { type HostileMailName, hostileMailNames, hostileMails } from '@inlet/testkit'
import { describe, expect, test } from 'vitest'
import { malformedMail } from './content/malformed-mail.ts'
import { createMailParser } from './parse-mail.ts'

const parseMail = createMailParser()

const envelope = { mailFrom: 'envelope@sender.example', isTls: false }
const sizeBytes = 300_000

/** Mails that break a limit at this size. */
const refused: ReadonlySet<HostileMailName> = new Set([
  'nested ten thousand deep',
  'messages in messages',
  'thousands of header fields',
  'a header without end',
])
/** Mails whose attack is in the Subject. */
const withOwnSubject: ReadonlySet<HostileMailName> = new Set([
  'encoded words by the thousand',
  'encoded words of as many charsets',
  'encoded words that never end',
  'a header inside an encoded word',
])

const readable = hostileMailNames.filter((name) => !refused.has(name))

describe.each(readable)('%s', (name) => {
  const raw = hostileMails[name](sizeBytes)

  test('every fact is within its cap and can be stored', () => {
    const mail = parseMail(raw, envelope)

    expect(Buffer.byteLength(mail.textBody)).toBeLessThanOrEqual(limits.bodyMaxBytes)
    expect(Buffer.byteLength(mail.htmlBody)).toBeLessThanOrEqual(limits.bodyMaxBytes)
    expect(Buffer.byteLength(mail.searchText)).toBeLessThanOrEqual(limits.searchTextMaxBytes)
    expect(mail.preview.length).toBeLessThanOrEqual(limits.previewMaxChars)
    expect(mail.attachments.length).toBeLessThanOrEqual(100)
    for (const text of [mail.subject, mail.fromAddr, mail.fromName]) expect(text).not.toMatch(/\p{Cc}/u)
    for (const text of [mail.textBody, mail.htmlBody]) {
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toContain('\0')
    }
  })

  test('size and subject are read', () => {
    const { subject, sizeBytes } = parseMail(raw, envelope)

    expect(sizeBytes).toBe(raw.length)
    if (withOwnSubject.has(name)) expect(subject.length).toBeLessThanOrEqual(2000)
    else expect(subject).toBe('sane')
  })
})

test.each([...refused])('%s: parsing fails, and the subject is kept', (name) => {
  const raw = hostileMails[name](sizeBytes)

  expect(() => parseMail(raw, envelope)).toThrow()
  expect(malformedMail(raw, envelope)).toMatchObject({ subject: expect.stringMatching(/^sane/), tags: ['malformed'] })
})

test('only the first 10 MiB of a longer mail are read', () => {
  const cap = 10 * 1024 * 1024
  const head = 'Subject: sane\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nseen\r\n--b\r\n'
  const attachment = 'Content-Type: application/pdf\r\nContent-Disposition: attachment\r\n\r\n'
  const raw = Buffer.alloc(3 * cap, 'x')
  raw.write(head + attachment)
  raw.write('\r\n--b\r\n\r\nunseen', cap)

  const mail = parseMail(raw, envelope)

  expect(mail).toMatchObject({ textBody: 'seen', sizeBytes: 3 * cap, tags: ['attachment', 'truncated'] })
  expect(mail.attachments[0]?.sizeBytes).toBe(cap - head.length - attachment.length)
})

test('a header inside an encoded word stays a part of the subject', () => {
  const mail = parseMail(hostileMails['a header inside an encoded word'](1000), envelope)

  expect(mail.subject).toBe('sane Bcc: victim@a.example body')
  expect(mail.fromAddr).toBe('a@b.example')
})

test.each<[HostileMailName]>([['UTF-16 with a mark'], ['UTF-16 without a mark'], ['UTF-16 under another name']])(
  '%s is read',
  (name) => {
    expect(parseMail(hostileMails[name](1000), envelope).preview).toMatch(/^sane sane sane/)
  },
)

test('a compressed file is never unpacked: its size is the compressed size', () => {
  const raw = hostileMails['a compressed attachment'](sizeBytes)
  const { attachments } = parseMail(raw, envelope)

  expect(attachments).toMatchObject([{ contentType: 'application/gzip' }])
  expect(attachments[0]?.sizeBytes).toBeLessThan(raw.length)
})
