import { describe, expect, test } from 'vitest'
import { lines, multipartPart, part, written, writtenMultipart } from '../test/written-mail.ts'
import { createMailParser } from './parse-mail.ts'

const parseMail = createMailParser()
const envelope = { mailFrom: 'bounces@orbit.example', isTls: false }
const parse = (raw: Buffer | string) => parseMail(typeof raw === 'string' ? Buffer.from(raw) : raw, envelope)
const withEnds = (raw: Buffer, end: string) => raw.toString().replaceAll('\r\n', end)

const plain = part('text/plain; charset=utf-8', 'Your code is 482913.')
const html = part('text/html; charset=utf-8', '<p>Hello</p>')
const alternative = writtenMultipart('alternative', plain, html)

describe.each([
  ['CR CR LF', '\r\r\n'],
  ['CR CR CR LF', '\r\r\r\n'],
  ['LF', '\n'],
  ['CR', '\r'],
])('lines that end with %s', (_, end) => {
  test('a text is read', () => {
    const raw = withEnds(written(plain), end)

    expect(parse(raw)).toMatchObject({
      fromAddr: 'hello@orbit.example',
      subject: 'Sign in to Orbit',
      otpCode: '482913',
      textBody: 'Your code is 482913.\n',
      sizeBytes: raw.length,
    })
  })

  test('all parts of a multipart are read', () => {
    expect(parse(withEnds(alternative, end))).toMatchObject({
      otpCode: '482913',
      textBody: 'Your code is 482913.',
      htmlBody: '<p>Hello</p>',
      attachments: [],
    })
  })

  test('quoted-printable with soft line breaks is read', () => {
    const raw = written(
      part('text/plain', 'Content-Transfer-Encoding: quoted-printable', 'Your code is =\r\n482913=2E\r\nBye'),
    )

    expect(parse(withEnds(raw, end)).textBody).toBe('Your code is 482913.\nBye\n')
  })

  test('only in the header they end it', () => {
    const [head = '', body = ''] = written(html).toString().split('\r\n\r\n')
    const raw = `${head}\r\n\r\n`.replaceAll('\r\n', end) + body

    expect(parse(raw)).toMatchObject({ subject: 'Sign in to Orbit', htmlBody: '<p>Hello</p>\n', textBody: 'Hello' })
  })

  test('only in the body they are line feeds in the text', () => {
    const text = ['Hello Kim,', 'Your verification code is 482913.', 'Orbit'].join(end)

    expect(parse(written(part('text/plain', text)))).toMatchObject({
      otpCode: '482913',
      textBody: 'Hello Kim,\nYour verification code is 482913.\nOrbit\n',
    })
  })

  test('only in a multipart they end its delimiters', () => {
    const [head = '', body = ''] = alternative.toString().split(/(?<=\r\n\r\n)(?=--)/)

    expect(parse(head + body.replaceAll('\r\n', end))).toMatchObject({
      textBody: 'Your code is 482913.',
      htmlBody: '<p>Hello</p>',
    })
  })
})

test('a text with line ends of all kinds has one line feed for each', () => {
  const text = 'one\rtwo\nthree\r\nfour\r\r\nfive\r\rsix'

  expect(parse(written(part('text/plain', text))).textBody).toBe('one\ntwo\nthree\nfour\nfive\n\nsix\n')
})

test('a CR within a header field ends no line, unless a field follows it', () => {
  const raw = lines('X: a\rb', 'Subject: Sign in\rContent-Type: text/html', '', '<p>Hello</p>')

  expect(parse(raw)).toMatchObject({ subject: 'Sign in', htmlBody: '<p>Hello</p>' })
  expect(parse(lines('Subject: Sign\rin', '', 'x')).subject).toBe('Sign in')
})

describe('a missing empty line', () => {
  test('a header ends at its boundary', () => {
    const raw = written('Content-Type: multipart/alternative; boundary="orb"', '--orb', plain, '--orb', html, '--orb--')

    expect(parse(raw)).toMatchObject({ textBody: 'Your code is 482913.', otpCode: '482913', htmlBody: '<p>Hello</p>' })
  })

  test('the header of a part ends at the boundary of its own parts', () => {
    const inner = multipartPart('alternative', 'in', plain, html).replace('\r\n\r\n', '\r\n')

    expect(parse(writtenMultipart('mixed', inner))).toMatchObject({
      textBody: 'Your code is 482913.',
      htmlBody: '<p>Hello</p>',
    })
  })

  test.each([
    ['text', ['Your code is 482913.', 'It is valid for ten minutes.']],
    ['text with paragraphs', ['Hello Kim,', '', 'Your code is 482913.', 'Date: today']],
    ['a label in front of the text', ['Code: 482913', 'It is valid for ten minutes.']],
    ['a link', ['https://orbit.example/verify', 'Your code is 482913.']],
  ])('a header ends at the first line that is no field: %s', (_, body) => {
    const raw = written('Content-Type: text/plain; charset=utf-8', ...body)

    expect(parse(raw)).toMatchObject({ subject: 'Sign in to Orbit', textBody: `${body.join('\n')}\n` })
  })

  test.each([
    '<p>Hello</p>',
    '<style>a{color:red}</style><p>Hello',
    '<!DOCTYPE html>',
    '<a href="https://orbit.example">x</a>',
  ])('a header ends at %s', (body) => {
    expect(parse(written('Content-Type: text/html', body)).htmlBody).toBe(`${body}\n`)
  })

  test('the header of a part ends at the first line that is no field', () => {
    const raw = writtenMultipart('alternative', plain.replace('\r\n\r\n', '\r\n'), html.replace('\r\n\r\n', '\r\n'))

    expect(parse(raw)).toMatchObject({ textBody: 'Your code is 482913.', htmlBody: '<p>Hello</p>' })
  })

  test('base64 below the header is decoded', () => {
    const raw = written('Content-Type: text/plain', 'Content-Transfer-Encoding: base64', 'WW91ciBjb2RlIGlzIDQ4MjkxMy4=')

    expect(parse(raw).textBody).toBe('Your code is 482913.')
  })

  test('a stray line between fields is left out, and the fields after it are read', () => {
    const raw = lines(
      'From: a@b.example',
      'a long subject without its indent',
      'Subject: Sign in',
      'Content-Type: text/html',
      '',
      '<p>Hi',
    )

    expect(parse(raw)).toMatchObject({ fromAddr: 'a@b.example', subject: 'Sign in', htmlBody: '<p>Hi' })
  })
})

test.each([';', '; ', ';\t', ';\r\n '])('a parameter without its indent belongs to the field above it: %j', (end) => {
  const raw = alternative.toString().replace('; boundary', `${end}\r\nboundary`).replace('--orb', 'Preamble\r\n--orb')

  expect(parse(raw)).toMatchObject({ textBody: 'Your code is 482913.', htmlBody: '<p>Hello</p>' })
})

describe('an empty line before the header', () => {
  test.each(['\r\n', '\n\n', '\r\r\n', '\r'])('%j is left out', (empty) => {
    expect(parse(`${empty}${written(html)}`)).toMatchObject({
      fromAddr: 'hello@orbit.example',
      subject: 'Sign in to Orbit',
      htmlBody: '<p>Hello</p>\n',
    })
  })

  test('of a part is left out', () => {
    expect(parse(writtenMultipart('mixed', `\r\n${html}`))).toMatchObject({
      htmlBody: '<p>Hello</p>',
      textBody: 'Hello',
    })
  })

  test('of a part without a header begins its text', () => {
    expect(parse(writtenMultipart('mixed', '\r\nNote: this is text')).textBody).toBe('Note: this is text')
  })
})

test('a multipart whose header names no boundary is read by the one with which its body begins', () => {
  const raw = alternative.toString().replace('; boundary="orb"', '')

  expect(parse(raw)).toMatchObject({ textBody: 'Your code is 482913.', htmlBody: '<p>Hello</p>' })
})
