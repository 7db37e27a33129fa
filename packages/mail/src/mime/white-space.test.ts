import { describe, expect, test } from 'vitest'
import { createMailParser } from '../parse-mail.ts'
import { headersIn } from './mail-parts.ts'

const parseMail = createMailParser()
const envelope = { mailFrom: 'bounces@orbit.example', isTls: false }
const parse = (...head: string[]) => parseMail(Buffer.from([...head, '', 'x'].join('\r\n')), envelope)
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

describe('white space of the subject is kept as it was', () => {
  test.each([
    ['4711 |   |     | Night bus', '4711 |   |     | Night bus'],
    ['  Night bus\t ', 'Night bus'],
    ['Night\r\n bus', 'Night bus'],
    ['Night\r\n  bus', 'Night  bus'],
    ['Night\r\n\tbus', 'Night bus'],
    [encoded('Votre code\u00a0: 482913\u202f!'), 'Votre code\u00a0: 482913\u202f!'],
    [encoded('\u3000お知らせ\u3000482913'), '\u3000お知らせ\u3000482913'],
    [encoded(' two  blanks '), ' two  blanks '],
    [`${encoded('one ')}\r\n ${encoded('two')}`, 'one two'],
    ['Votre code\u00a0: 482913', 'Votre code\u00a0: 482913'],
    [encoded('line\r\nbreak\n'), 'line break'],
    [encoded('line\u2028break'), 'line break'],
  ])('%j is %j', (written, subject) => {
    expect(parse(`Subject: ${written}`).subject).toBe(subject)
  })

  test('and the code in it is found', () => {
    expect(parse(`Subject: ${encoded('Votre code\u00a0: 482913\u202f!')}`).otpCode).toBe('482913')
    expect(parse('Subject: Your   verification   code:   482913').otpCode).toBe('482913')
  })
})

test.each([
  ['"Orbit  Night"', 'Orbit  Night'],
  ['Orbit  Night', 'Orbit  Night'],
  [encoded('Orbit\u00a0Night\u3000Bus'), 'Orbit\u00a0Night\u3000Bus'],
  [encoded(' '), ''],
])('white space in the name of a sender is kept: %s', (written, fromName) => {
  expect(parse(`From: ${written} <a@b.example>`)).toMatchObject({ fromAddr: 'a@b.example', fromName })
})

test.each([
  ['filename="a  b.pdf"', 'a  b.pdf'],
  [`filename="${encoded('Facture\u00a0no\u202f1.pdf')}"`, 'Facture\u00a0no\u202f1.pdf'],
  ["filename*=utf-8''%E3%80%80a%20%20b.pdf", '\u3000a  b.pdf'],
  ['filename="a\r\n b.pdf"', 'a b.pdf'],
])('white space in the name of a file is kept: %s', (param, filename) => {
  const { attachments } = parse('Content-Type: application/pdf', `Content-Disposition: attachment; ${param}`)

  expect(attachments[0]?.filename).toBe(filename)
})

test('headers are unfolded and otherwise exact', () => {
  const raw = [
    'Subject: 4711 |   |     | Night bus',
    'X-Tab: a\t\tb',
    'X-Folded: a\r\n\tb\r\n   c',
    `X-Encoded: ${encoded('a\u00a0 b\r\nBcc: c\u0000')}`,
  ].join('\r\n')

  expect(headersIn(Buffer.from(`${raw}\r\n\r\nx`)).map(({ value }) => value)).toEqual([
    '4711 |   |     | Night bus',
    'a\t\tb',
    'a\tb   c',
    'a\u00a0 b Bcc: c',
  ])
})
