import { describe, expect, test } from 'vitest'
import { base64, lines, multipartPart, part, written, writtenMultipart } from '../test/written-mail.ts'
import { linksOf } from './html/links-of.ts'
import { attachmentsIn } from './mime/mail-parts.ts'
import { createMailParser } from './parse-mail.ts'

const parseMail = createMailParser()
const parse = (raw: Buffer) => parseMail(raw, { mailFrom: 'bounces@orbit.example', isTls: false })

const code = 'Your verification code is 482913.'
const plain = part('text/plain; charset=utf-8', code)
const html = part('text/html; charset=utf-8', `<p>${code}</p>`)
const log = 'login ok\r\nverification code: 771144\r\nlogout'
const inline = (name: string) => `Content-Disposition: inline; filename="${name}"`

describe('a named text part beside an unnamed one is a file', () => {
  test.each([
    ['a log with disposition inline', [plain, part('text/plain; name="server.log"', inline('server.log'), log)]],
    ['a log without disposition', [plain, part('text/plain; name="server.log"', log)]],
    ['a log in front of the text', [part('text/plain; name="server.log"', log), plain]],
    ['a log with a name by RFC 2231', [plain, part("text/plain; name*=utf-8''server.log", log)]],
    [
      'a log with an unknown disposition',
      [plain, part('text/plain; name="server.log"', 'Content-Disposition: body', log)],
    ],
    [
      'a log whose disposition is only a name',
      [plain, part('text/plain', 'Content-Disposition: filename="server.log"', log)],
    ],
    ['a page beside HTML', [html, part('text/html; name="server.log"', `<p>${log}</p>`)]],
    [
      'a log beside alternatives',
      [multipartPart('alternative', 'in', plain, html), part('text/plain; name="server.log"', log)],
    ],
    [
      'a log in an alternative',
      [multipartPart('alternative', 'in', plain, part('text/plain; name="server.log"', log))],
    ],
  ])('%s', (_, parts) => {
    const raw = writtenMultipart('mixed', ...parts)
    const mail = parse(raw)

    expect(mail).toMatchObject({ otpCode: '482913', attachments: [{ filename: 'server.log' }] })
    expect(mail.textBody.trim()).toBe(code)
    expect(mail.htmlBody).not.toContain('771144')
    expect(attachmentsIn(raw)).toEqual(mail.attachments)
  })

  test('its bytes are the decoded ones, and the mail has an attachment', () => {
    const file = part(
      'text/plain; name="run.log"',
      inline('run.log'),
      'Content-Transfer-Encoding: base64',
      'bGluZSBvbmUKbGluZSB0d28K',
    )

    expect(parse(writtenMultipart('mixed', plain, file))).toMatchObject({
      tags: ['attachment', 'otp'],
      attachments: [{ filename: 'run.log', contentType: 'text/plain', sizeBytes: 18, isInline: false }],
    })
  })

  test.each(['file', 'attachement', 'x-log; size=3'])('so is one of the unknown disposition %s', (disposition) => {
    const file = part('text/plain', `Content-Disposition: ${disposition}`, log)

    for (const parts of [
      [plain, file],
      [file, plain],
    ])
      expect(parse(writtenMultipart('mixed', ...parts))).toMatchObject({
        otpCode: '482913',
        textBody: code,
        attachments: [{ filename: '', contentType: 'text/plain', isInline: false }],
      })
  })

  test('a page with a code of its own is not searched', () => {
    const terms = part(
      'text/html; name="terms.html"',
      'Content-Transfer-Encoding: base64',
      base64('<h1>Verification code: 771144</h1>'),
    )

    expect(parse(writtenMultipart('mixed', html, terms))).toMatchObject({ otpCode: '482913', preview: code })
  })

  test('a named message beside the text is a file as well', () => {
    const message = part('message/rfc822; name="Fwd.eml"', inline('Fwd.eml'), lines('Subject: Inner', '', log))

    expect(parse(writtenMultipart('mixed', plain, message))).toMatchObject({
      otpCode: '482913',
      attachments: [{ filename: 'Fwd.eml', isInline: false }],
    })
  })
})

describe('a text is read where the mail has no unnamed one in its place', () => {
  test.each([
    ['the whole mail', written(part('text/plain; name="mail.txt"', inline('mail.txt'), code))],
    ['the only part', writtenMultipart('mixed', part('text/plain; name="mail.txt"', code))],
    ['the only HTML', writtenMultipart('mixed', part('text/html; name="mail.html"', `<p>${code}</p>`))],
    [
      'both alternatives',
      writtenMultipart(
        'alternative',
        part('text/plain; name=a.txt', code),
        part('text/html; name=a.html', `<p>${code}</p>`),
      ),
    ],
    [
      'the HTML beside an unnamed text',
      writtenMultipart('alternative', plain, part('text/html; name=a.html', `<p>${code}</p>`)),
    ],
    ['HTML with its images', writtenMultipart('related', part('text/html; name=a.html', `<p>${code}</p>`))],
    ['an unknown disposition', written(part('text/plain', 'Content-Disposition: body', code))],
    [
      'an unknown disposition of the only part',
      writtenMultipart('mixed', part('text/plain', 'Content-Disposition: body', code)),
    ],
    [
      'an unknown disposition of both alternatives',
      writtenMultipart(
        'alternative',
        part('text/plain', 'Content-Disposition: body', code),
        part('text/html', 'Content-Disposition: body', `<p>${code}</p>`),
      ),
    ],
    [
      'a name on a multipart without parts',
      written(part('multipart/mixed; boundary=b', 'Content-Disposition: inline; filename=mail.txt', code)),
    ],
  ])('%s', (_, raw) => {
    const mail = parse(raw)

    expect(mail).toMatchObject({ otpCode: '482913', attachments: [] })
    expect(mail.textBody.trim()).toBe(code)
  })

  test('of two named ones the first', () => {
    const raw = writtenMultipart('mixed', part('text/plain; name=a.txt', code), part('text/plain; name=b.txt', log))

    expect(parse(raw)).toMatchObject({ textBody: code, attachments: [{ filename: 'b.txt' }] })
  })
})

describe('of the alternatives the last of each kind counts', () => {
  test('two HTML parts', () => {
    const raw = writtenMultipart(
      'alternative',
      part('text/plain', 'Code 482913'),
      part('text/html', '<p>Code 482913 (simple)</p>'),
      part('text/html', '<h1>Code 482913 (rich)</h1>'),
    )

    expect(parse(raw)).toMatchObject({
      textBody: 'Code 482913',
      htmlBody: '<h1>Code 482913 (rich)</h1>',
      preview: 'Code 482913 (rich)',
    })
  })

  test('the text after the HTML, and HTML in front of and behind a file', () => {
    const around = multipartPart(
      'mixed',
      'in',
      part('text/html', '<p>A</p>'),
      part('application/pdf', 'x'),
      part('text/html', '<p>B</p>'),
    )

    expect(parse(writtenMultipart('alternative', html, plain))).toMatchObject({
      textBody: code,
      htmlBody: `<p>${code}</p>`,
    })
    expect(parse(writtenMultipart('alternative', plain, around))).toMatchObject({
      textBody: code,
      htmlBody: '<p>A</p>\n<p>B</p>',
    })
  })
})

describe('a mail that is one text of another type', () => {
  test('Markdown is read, and its emphasis hides no code', () => {
    expect(parse(written(part('text/markdown; charset=utf-8', 'Your code is **482913**.')))).toMatchObject({
      textBody: 'Your code is **482913**.\n',
      otpCode: '482913',
      attachments: [],
    })
  })

  test.each(['text/calendar; method=REQUEST', 'text/calendar; name="invite.ics"'])(
    '%s is read, its links unfolded',
    (type) => {
      const body = lines(
        'BEGIN:VCALENDAR',
        'DESCRIPTION:Join https://meet.orbit.exam',
        ' ple/j/778899\\nPasscode\\, if asked',
        'END:VCALENDAR',
      )
      const mail = parse(written(part(type, body)))

      expect(mail.textBody).toContain('https://meet.orbit.example/j/778899\nPasscode, if asked')
      expect(linksOf(mail)).toMatchObject([{ url: 'https://meet.orbit.example/j/778899' }])
      expect(mail.attachments).toEqual([])
    },
  )

  test('a table is read without a name, and a file with one', () => {
    expect(parse(written(part('text/csv', 'a,b')))).toMatchObject({ textBody: 'a,b\n', attachments: [] })
    expect(parse(written(part('text/csv; name=a.csv', 'a,b')))).toMatchObject({
      textBody: '',
      attachments: [{ filename: 'a.csv' }],
    })
  })
})
