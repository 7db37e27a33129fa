import { describe, expect, test } from 'vitest'
import { lines, multipartPart, part, written, writtenMultipart } from '../test/written-mail.ts'
import { createMailParser } from './parse-mail.ts'

const parseMail = createMailParser()
const parse = (raw: Buffer, mailFrom = 'bounces@orbit.example') => parseMail(raw, { mailFrom, isTls: false })

const code = 'Your verification code is 482913.'
const html = part('text/html; charset=utf-8', `<p>${code}</p>`)

describe('digests', () => {
  const first = lines(
    '',
    'From: Ann <ann@orbit.example>',
    'Subject: First',
    'Content-Transfer-Encoding: base64',
    '',
    'RGllIGVyc3RlIE5hY2hyaWNodA==',
  )
  const second = lines('', 'From: Bob <bob@orbit.example>', 'Subject: Second', '', 'The second')

  test.each([
    ['two parts', [first, second], 'From: Bob <bob@orbit.example>\nSubject: Second\n\nThe second'],
    ['one part', [first], 'Subject: First'],
    ['a part that names its type', [first, `Content-Type: message/rfc822\r\n${second}`], 'The second'],
  ])('the messages of a digest of %s are read', (_, parts, text) => {
    const mail = parse(writtenMultipart('digest', ...parts))

    expect(mail).toMatchObject({ tags: [], attachments: [] })
    expect(mail.textBody).toContain('From: Ann <ann@orbit.example>\nSubject: First\n\nDie erste Nachricht')
    expect(mail.textBody).toContain(text)
  })

  test.each([
    ['a name alone', 'From: someone-else', 'From: someone-else\n'],
    ['an address alone', 'From: <ann@orbit.example>', 'From: ann@orbit.example\n'],
  ])('a sender of a message who has %s is shown so', (_, field, line) => {
    expect(parse(writtenMultipart('digest', lines('', field, 'Subject: One', '', 'x'))).textBody).toContain(line)
  })

  test('a mail that is nothing but a message is read', () => {
    expect(parse(written(part('message/rfc822', lines('Subject: Inner', '', code))))).toMatchObject({
      textBody: `Subject: Inner\n\n${code}\n`,
      attachments: [],
    })
  })
})

describe('reports', () => {
  const receipt = 'Disposition: manual-action/MDN-sent-manually; displayed'
  const status = lines('Final-Recipient: utf-8; 伊@orbit.example', 'Action: failed', 'Status: 5.1.1')
  const human = part('text/plain', 'About your mail')

  test.each([
    [
      'a receipt',
      'report; report-type=disposition-notification',
      [human, part('message/disposition-notification', receipt)],
    ],
    ['a receipt of no stated type', 'report', [human, part('message/disposition-notification', receipt)]],
    ['a receipt alone', 'report', [part('message/disposition-notification', receipt)]],
  ])('%s is read; it is no attachment, and no bounce although the null sender sent it', (_, type, parts) => {
    const mail = parse(writtenMultipart(type, ...parts), '')

    expect(mail.tags).toEqual([])
    expect(mail.textBody).toContain(receipt)
  })

  test.each([
    ['a bounce', 'report; report-type=delivery-status', [human, part('message/delivery-status', status)]],
    [
      'a bounce by RFC 6533',
      'report; report-type=global-delivery-status',
      [human, part('message/global-delivery-status', status)],
    ],
    ['a bounce without a human part', 'report', [part('message/delivery-status', status)]],
    [
      'a bounce above a footer',
      'mixed',
      [multipartPart('report', 'in', human, part('message/delivery-status', status)), human],
    ],
    [
      'a bounce with a named report and the mail',
      'report',
      [
        part('message/delivery-status', 'Content-Disposition: attachment; filename=details.txt', status),
        part('message/rfc822', 'Subject: x'),
      ],
    ],
  ])('%s is read and tagged as such; it is no attachment', (_, type, parts) => {
    const mail = parse(writtenMultipart(type, ...parts), '')

    expect(mail.tags).toEqual(['bounce'])
    expect(mail.textBody).toContain('Status: 5.1.1')
  })
})

describe('more than a mail should have', () => {
  const image = (index: number) => part('image/png', `Content-ID: <i${index}>`, 'Content-Disposition: inline', 'x')

  test('of more than 200 parts the first 200 are read, and the mail is tagged', () => {
    const mail = parse(writtenMultipart('related', html, ...Array.from({ length: 230 }, (_, index) => image(index))))
    const text = (count: number) =>
      parse(writtenMultipart('mixed', ...Array.from({ length: count }, (_, index) => `\r\nPart ${index}.`)))

    expect(mail).toMatchObject({ otpCode: '482913', tags: ['otp', 'truncated'] })
    expect(mail.attachments).toHaveLength(100)
    expect(text(200).tags).toEqual([])
    expect(text(200).textBody).toMatch(/Part 199\.$/)
    expect(text(201).tags).toEqual(['truncated'])
    expect(text(201).textBody).toMatch(/Part 199\.$/)
  })

  test.each([
    ['one line', 'x'.repeat(300_000)],
    ['many lines', `x${'\r\n x'.repeat(100_000)}`],
  ])('a header field of %s is cut, and the fields after it and the body are read', (_, value) => {
    const raw = Buffer.from(lines(`X-Field: ${value}`, 'Subject: Sign in', html))

    expect(parse(raw)).toMatchObject({ subject: 'Sign in', otpCode: '482913', htmlBody: `<p>${code}</p>` })
    expect(parse(writtenMultipart('mixed', lines(`X-Field: ${value}`, html)))).toMatchObject({ otpCode: '482913' })
  })
})
