import { describe, expect, test } from 'vitest'
import { multipartPart, part, written, writtenMultipart } from '../test/written-mail.ts'
import { attachmentContentsIn, attachmentsIn } from './mime/mail-parts.ts'
import { createMailParser } from './parse-mail.ts'
import { inlineImagesIn } from './render/inline-images.ts'

const parseMail = createMailParser()
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function parse(raw: Buffer) {
  const mail = parseMail(raw, { mailFrom: 'bounces@orbit.example', isTls: false })
  expect(attachmentsIn(raw)).toEqual(mail.attachments)
  return mail
}

describe('a file is inline where the HTML shows it, or where it says so in a related part', () => {
  const image = (...fields: string[]) =>
    part('image/png; name=logo.png', ...fields, 'Content-Transfer-Encoding: base64', png)
  const attached = 'Content-Disposition: attachment; filename="logo.png"'
  const inline = 'Content-Disposition: inline; filename="logo.png"'
  const page = (markup: string) => part('text/html', `<p>Hi ${markup}</p>`)

  test.each([
    [
      'shown, although attached, in mixed',
      'mixed',
      { markup: '<img src="cid:logo1">', fields: [attached, 'Content-ID: <logo1>'] },
    ],
    ['shown by an escaped URL', 'mixed', { markup: '<img src=cid:lo%40go&amp;1>', fields: ['Content-ID: <lo@go&1>'] }],
    ['shown by a style', 'mixed', { markup: '<b style="background:url(cid:logo1)">', fields: ['Content-ID: <logo1>'] }],
    [
      'shown by its location',
      'related',
      { markup: '<img src="images/logo.png">', fields: ['Content-Location: images/logo.png'] },
    ],
    ['not shown, but inline in related', 'related', { markup: '', fields: [inline] }],
  ])('inline: %s', (_, type, { markup, fields }) => {
    expect(parse(writtenMultipart(type, page(markup), image(...fields)))).toMatchObject({
      tags: [],
      attachments: [{ filename: 'logo.png', contentType: 'image/png', sizeBytes: 70, isInline: true }],
    })
  })

  test.each([
    ['not shown, attached in related', 'related', { markup: '', fields: [attached, 'Content-ID: <logo1>'] }],
    ['not shown, without disposition in related', 'related', { markup: '', fields: ['Content-ID: <logo1>'] }],
    ['not shown, inline in mixed', 'mixed', { markup: '', fields: [inline, 'Content-ID: <logo1>'] }],
    ['only linked', 'mixed', { markup: '<a href="cid:logo1">Logo</a>', fields: ['Content-ID: <logo1>'] }],
    ['another one is shown', 'mixed', { markup: '<img src="cid:logo2">', fields: ['Content-ID: <logo1>'] }],
  ])('not inline: %s', (_, type, { markup, fields }) => {
    expect(parse(writtenMultipart(type, page(markup), image(...fields)))).toMatchObject({
      tags: ['attachment'],
      attachments: [{ isInline: false }],
    })
  })

  test('an image that is shown although it is attached can be shown by the page', () => {
    const raw = writtenMultipart('mixed', page('<img src="cid:logo1">'), image(attached, 'Content-ID: <logo1>'))

    expect([...inlineImagesIn(raw).keys()]).toEqual(['logo1'])
  })

  test('an image that only an attached page shows is not inline', () => {
    const other = part('text/html; name=other.html', '<img src="cid:logo1">')

    expect(parse(writtenMultipart('mixed', page(''), other, image('Content-ID: <logo1>'))).attachments).toMatchObject([
      { filename: 'other.html', isInline: false },
      { filename: 'logo.png', isInline: false },
    ])
  })

  test('HTML of an alternative shows the files of its related part', () => {
    const related = multipartPart('related', 'in', page('<img src="cid:logo1">'), image('Content-ID: <logo1>'))

    expect(parse(writtenMultipart('alternative', part('text/plain', 'Hi'), related)).attachments).toMatchObject([
      { isInline: true },
    ])
  })
})

describe('names of files', () => {
  test.each([
    ['empty, beside the name of the type', 'application/pdf; name="bill.pdf"', 'filename=""'],
    ['blank, beside the name of the type', 'application/pdf; name="bill.pdf"', 'filename=" "'],
    ['a path of Windows in quotes', 'application/pdf', String.raw`filename="C:\Users\kim\bill.pdf"`],
    ['a path of Windows, escaped', 'application/pdf', String.raw`filename="C:\\Users\\kim\\bill.pdf"`],
    ['a path of Windows, bare', 'application/pdf', String.raw`filename=C:\tmp\bill.pdf`],
    ['a path of a Windows share', 'application/pdf', String.raw`filename="\\files\kim\bill.pdf"`],
    ['an encoded path', 'application/pdf', "filename*=utf-8''C%3A%5Ckim%5Cbill.pdf"],
    ['an encoded-word', 'application/pdf', 'filename="=?utf-8?B?YmlsbC5wZGY=?="'],
    ['in sections', 'application/pdf', "filename*0*=utf-8''bil; filename*1*=l%2Epdf"],
  ])('%s', (_, type, filename) => {
    const file = part(type, `Content-Disposition: attachment; ${filename}`, 'x')

    expect(parse(writtenMultipart('mixed', part('text/plain', 'x'), file)).attachments).toMatchObject([
      { filename: 'bill.pdf' },
    ])
  })

  test('a slash alone is part of a name', () => {
    const file = part('application/pdf', 'Content-Disposition: attachment; filename="Bill 11/2026.pdf"', 'x')

    expect(parse(written(file)).attachments).toMatchObject([{ filename: 'Bill 11/2026.pdf' }])
  })
})

describe('x-uuencode', () => {
  const table = ['begin 644 a.csv', '(82QB"C$L,@H ', ' ', 'end']
  const file = (name: string, body: string[], end = '\r\n') =>
    part(
      'text/csv; name="a.csv"',
      'Content-Disposition: attachment',
      `Content-Transfer-Encoding: ${name}`,
      body.join(end),
    )

  test.each([
    ['x-uuencode', table, '\r\n'],
    ['UUENCODE', table, '\n'],
    ['x-uue', table, '\r\r\n'],
    ['x-uuencode', ['A note', ...table, 'and another'], '\r\n'],
    ['x-uuencode', ['begin 644 a.csv', '(82QB"C$L,@H', '`', 'end'], '\r\n'],
  ])('%s is decoded: %j', (name, body, end) => {
    const raw = writtenMultipart('mixed', part('text/plain', 'x'), file(name, body, end))

    expect(parse(raw).attachments).toMatchObject([{ filename: 'a.csv', sizeBytes: 8 }])
    expect(attachmentContentsIn(raw)).toMatchObject([{ contentBase64: Buffer.from('a,b\n1,2\n').toString('base64') }])
  })

  test('a text in it is read', () => {
    const text = ['begin 644 note.txt', '566]U<B!C;V1E(&ES(#0X,CDQ,RX*', '`', 'end']
    const raw = written(part('text/plain', 'Content-Transfer-Encoding: x-uuencode', text.join('\r\n')))

    expect(parse(raw)).toMatchObject({ textBody: 'Your code is 482913.\n', otpCode: '482913' })
  })
})
