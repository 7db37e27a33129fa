import { randomBytes } from 'node:crypto'
import { limits } from '@inlet/contract'
import { rawMail, rawMailNames } from '@inlet/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMailParser } from './parse-mail.ts'

const parseMail = createMailParser()

const envelope = { mailFrom: '', isTls: false }
const parse = (...lines: string[]) => parseMail(Buffer.from(lines.join('\r\n')), envelope)

describe('long mails', () => {
  test('a body is cut to its cap between characters, and the mail is tagged', () => {
    const mail = parse('Content-Type: text/plain; charset=utf-8', '', 'a€'.repeat(700_000))

    expect(Buffer.byteLength(mail.textBody)).toBeLessThanOrEqual(limits.bodyMaxBytes)
    expect(Buffer.byteLength(mail.textBody)).toBeGreaterThan(limits.bodyMaxBytes - 4)
    expect(mail.textBody.endsWith('a') || mail.textBody.endsWith('€')).toBe(true)
    expect(mail.tags).toContain('truncated')
  })

  test('of a mail over 10 MiB the beginning is read, and its size is that of the whole mail', () => {
    const body = 'Only the head is read.\r\n'.repeat(600_000)
    const mail = parse('Subject: long', '', body)

    expect(mail).toMatchObject({ subject: 'long', sizeBytes: body.length + 17, tags: ['truncated'] })
    expect(mail.preview).toMatch(/^Only the head is read\./)
  })

  test('a last part without a closing boundary is read to its end', () => {
    const html = `<p>${'word '.repeat(300_000)}the end</p>`
    const text = ['--b', 'Content-Type: text/plain', '', 'short']
    const mail = parse(
      'Content-Type: multipart/alternative; boundary=b',
      '',
      ...text,
      '--b',
      'Content-Type: text/html',
      '',
      html,
    )

    expect(mail.textBody).toBe('short')
    expect(mail.htmlBody).toHaveLength(html.length)
  })

  test('very long header values are cut', () => {
    const mail = parse(
      `Subject: ${'s'.repeat(9000)}`,
      `From: ${'n'.repeat(9000)} <${'a'.repeat(9000)}@b.example>`,
      '',
      'x',
    )

    expect(mail.subject).toHaveLength(2000)
    expect(mail.fromName).toHaveLength(500)
    expect(mail.fromAddr).toHaveLength(320)
  })
})

describe('the error for a mail over a limit contains nothing of the mail', () => {
  const nested = Array.from({ length: 40 }, (_, depth) => [
    `--b${depth}`,
    `Content-Type: multipart/mixed; boundary=b${depth + 1}`,
    '',
  ]).flat()

  test.each([
    ['over 1,000 header lines', [...Array.from({ length: 1001 }, () => 'secret: x'), '', 'x']],
    ['parts nested over 32 deep', ['Content-Type: multipart/mixed; boundary=b0', '', ...nested, 'secret']],
  ])('%s', (_, lines) => {
    expect(() => parse(...lines)).toThrow(/^(?!.*secret)/)
  })
})

describe('any bytes', () => {
  const parseOrFail = (raw: Buffer) => {
    try {
      return parseMail(raw, envelope).sizeBytes
    } catch {
      return raw.length
    }
  }

  test('parsing random bytes ends', () => {
    fc.assert(
      fc.property(fc.nat(5000), (length) => {
        expect(parseOrFail(randomBytes(length))).toBe(length)
      }),
      { numRuns: 50 },
    )
  })

  test('parsing a mail cut, doubled or damaged anywhere ends', () => {
    const damaged = fc.tuple(
      fc.constantFrom(...rawMailNames),
      fc.nat(3000),
      fc.nat(3000),
      fc.uint8Array({ maxLength: 8 }),
    )

    fc.assert(
      fc.property(damaged, ([name, from, to, noise]) => {
        const raw = rawMail(name)
        const broken = Buffer.concat([raw.subarray(0, from), noise, raw.subarray(to)])

        expect(parseOrFail(broken)).toBe(broken.length)
      }),
      { numRuns: 300 },
    )
  })

  test('parsing a random structure ends', () => {
    const line = fc.constantFrom(
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Type: multipart/alternative; boundary="b"',
      'Content-Type: message/rfc822',
      'Content-Type: message/delivery-status',
      'Content-Type: text/html; charset=iso-2022-jp; format=flowed; delsp=yes',
      'Content-Type: text/plain; charset=x',
      'Content-Type: application/octet-stream; name="=?utf-8?B?8J+Y?="',
      'Content-Disposition: inline',
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
      'Content-Transfer-Encoding: quoted-printable',
      'Content-ID: <>',
      'From: a@xn--0.example, "',
      'From: =?utf-8?B?PGFAYj4=?=',
      'List-constructor: x',
      'Date: never',
      '--b',
      '--b--',
      '',
      '=C3=',
      'w6k=',
      'text \u001b$B',
    )

    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const raw = Buffer.from(lines.join('\r\n'))

        expect(parseOrFail(raw)).toBe(raw.length)
      }),
      { numRuns: 500 },
    )
  })
})
