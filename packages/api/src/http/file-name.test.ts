import { parse } from 'content-disposition'
import { expect, test } from 'vitest'
import { asAttachment } from './file-name.ts'

const nameIn = (header: string) => parse(header).parameters.filename

test('a plain name is sent as it is', () => {
  expect(asAttachment('invoice.pdf', 'x')).toBe('attachment; filename=invoice.pdf')
  expect(asAttachment('my invoice (1).pdf', 'x')).toBe('attachment; filename="my invoice (1).pdf"')
})

test('a name of another alphabet is sent for every browser (RFC 8187), beside one in ASCII', () => {
  const header = asAttachment('Rechnung – März €.pdf', 'x')

  expect(header).toBe(
    'attachment; filename="Rechnung ? M?rz ?.pdf"; filename*=UTF-8\'\'Rechnung%20%E2%80%93%20M%C3%A4rz%20%E2%82%AC.pdf',
  )
  expect(nameIn(asAttachment('請求書.pdf', 'x'))).toBe('請求書.pdf')
})

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\Windows\\a.exe', 'C__Windows_a.exe'],
  ['.htaccess', 'htaccess'],
  [' . .profile. ', 'profile'],
  ["a\"; filename*=UTF-8''evil.exe", "a_; filename_=UTF-8''evil.exe"],
  ['a\r\nSet-Cookie: b=c', 'a__Set-Cookie_ b=c'],
  ['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
  ['con.txt', '_con.txt'],
  ['LPT1', '_LPT1'],
  ['console.txt', 'console.txt'],
  ['50%20off.pdf', '50%20off.pdf'],
])('a hostile name %j becomes %j', (given, name) => {
  const header = asAttachment(given, 'x')

  expect(nameIn(header)).toBe(name)
  expect(header).toMatch(/^attachment; [\x20-\x7E]+$/)
})

test.each(['', '.', '..', '...', ' ', '/', '\u0000', '\u202E\u2066', '_'])(
  'a name of which nothing is left, %j, is replaced',
  (given) => {
    expect(asAttachment(given, 'attachment-3')).toBe('attachment; filename=attachment-3')
  },
)

test('a long name keeps its extension, and half a character is no error', () => {
  expect(nameIn(asAttachment(`${'x'.repeat(300)}.pdf`, 'x'))).toBe(`${'x'.repeat(116)}.pdf`)
  expect(nameIn(asAttachment(`a.${'x'.repeat(300)}`, 'x'))).toBe(`a.${'x'.repeat(118)}`)
  expect(nameIn(asAttachment(`${'😀'.repeat(100)}.pdf`, 'x'))).toMatch(/^😀+\.pdf$/u)
  expect(nameIn(asAttachment(`x${'😀'.repeat(100)}.pdf`, 'x'))).toHaveLength(120)
  expect(nameIn(asAttachment('a\uD800.pdf', 'x'))).toBe('a\uFFFD.pdf')
})
