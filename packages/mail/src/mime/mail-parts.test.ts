import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMailParser } from '../parse-mail.ts'
import { attachmentContentsIn, attachmentFileIn, attachmentsIn, headersIn } from './mail-parts.ts'
import { readMimeTree } from './mime-tree.ts'
import { pieceDecoder } from './transfer-encoding.ts'

const parseMail = createMailParser()

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

test('header fields are returned in their order, repeated ones too, names as written, values unfolded and decoded', () => {
  const raw = mail(
    'Received: from a',
    '\tby b',
    'RECEIVED: from c',
    'Subject: =?utf-8?B?WW91ciBjw7ZkZQ==?=',
    ' =?utf-8?Q?_is_4?=',
    'From: =?utf-8?Q?S=C3=B8ren?= <s@shop.example>',
    'X-Empty:',
    'no field',
    'X-Last : spaced',
    '',
    'X-Body: not a header',
  )

  expect(headersIn(raw)).toEqual([
    { name: 'Received', value: 'from a\tby b' },
    { name: 'RECEIVED', value: 'from c' },
    { name: 'Subject', value: 'Your cöde is 4' },
    { name: 'From', value: 'Søren <s@shop.example>' },
    { name: 'X-Empty', value: '' },
    { name: 'X-Last', value: 'spaced' },
  ])
})

test('a value is one line: each run of control characters, encoded ones too, is one space', () => {
  const raw = mail(
    'Subject: =?utf-8?Q?a=0D=0AX-Injected:_1?=',
    'X-Escape: a\u001b[31m\rb\u0000c',
    'X-Next-Line: =?utf-8?Q?a=C2=85=E2=80=A8b?=',
    '',
    '',
  )

  expect(headersIn(raw).map(({ value }) => value)).toEqual(['a X-Injected: 1', 'a [31m bc', 'a b'])
})

test('a text that begins without a field has no headers, even if later lines look like fields', () => {
  const lines = ['Hello world', 'Note: this is text', 'https://z.example', '', 'more']

  expect(headersIn(mail(...lines))).toEqual([])
  expect(headersIn(mail(`\ufeff${lines[0]}`, ...lines.slice(1)))).toEqual([])
  expect(parseMail(mail(...lines), { mailFrom: '', isTls: false }).textBody).toContain('Note: this is text')
})

test('a byte order mark before the header is not part of the first name', () => {
  expect(headersIn(mail('\ufeffSubject: a', '', 'X: body'))).toEqual([{ name: 'Subject', value: 'a' }])
})

test('the headers are the fields that the parser reads', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'Subject: a',
      '\ufeffX: y',
      'Hello world',
      ' folded',
      '',
      '\n',
      '\r',
      'From a@b 1',
      '>From a',
      'X : a',
    ),
    fc.constantFrom('Content-Type: multipart/mixed; boundary=b', '--b', '--b--', 'https://z.example'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('\r\n', '\n'), (lines, lineBreak) => {
      const raw = Buffer.from(lines.join(lineBreak))
      const shown = headersIn(raw).map(({ name }) => name.toLowerCase())

      expect([...new Set(shown)]).toEqual([...readMimeTree(raw).fields.keys()])
    }),
    { numRuns: 500 },
  )
})

test('of too many or too long headers the first ones are returned, and a mail without headers has none', () => {
  expect(headersIn(mail(...Array.from({ length: 2_000 }, (_, n) => `X-${n}: ${n}`), '', ''))).toHaveLength(1_000)
  expect(headersIn(mail('Subject: first', `X-Long: ${'a'.repeat(400_000)}`, 'X-After: b', '', ''))[0]).toEqual({
    name: 'Subject',
    value: 'first',
  })
  for (const raw of ['', '\r\nX: y', '\n\n', 'only text']) expect(headersIn(Buffer.from(raw)), raw).toEqual([])
})

test('files are returned with their decoded bytes, and their size is the number of these', () => {
  const bytes = randomBytes(5_000)
  const raw = mail(
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Text',
    '--b',
    'Content-Type: application/pdf; name="a b.pdf"',
    'Content-Disposition: attachment; filename="a b.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    '--b',
    'Content-Type: text/csv',
    'Content-Disposition: attachment; filename="t.csv"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'a=3Db;=C3=A4',
    '--b',
    'Content-Type: image/png',
    'Content-ID: <logo@x>',
    'Content-Disposition: inline',
    'Content-Transfer-Encoding: base64',
    '',
    'QUI=QUI=',
    '--b--',
  )

  const contents = attachmentContentsIn(raw)

  expect(contents).toMatchObject([
    {
      index: 0,
      filename: 'a b.pdf',
      contentType: 'application/pdf',
      sizeBytes: 5_000,
      contentId: null,
      isInline: false,
    },
    { index: 1, filename: 't.csv', contentType: 'text/csv', sizeBytes: 6, isInline: false },
    { index: 2, filename: '', contentType: 'image/png', sizeBytes: 4, contentId: 'logo@x', isInline: false },
  ])
  expect(Buffer.from(contents[0]?.contentBase64 ?? '', 'base64').equals(bytes)).toBe(true)
  expect(contents.slice(1).map(({ contentBase64 }) => Buffer.from(contentBase64, 'base64').toString())).toEqual([
    'a=b;ä',
    'ABAB',
  ])
  expect(attachmentsIn(raw)).toEqual(contents.map(({ contentBase64: _, ...facts }) => facts))
  const files = [0, 1, 2, 3, -1].map((index) => attachmentFileIn(raw, index))
  expect(
    files.map((file) => {
      if (!file) return null
      const { from, to, encoding, ...facts } = file
      const decoded = pieceDecoder(encoding)(raw.subarray(from, to), true)
      return { ...facts, contentBase64: decoded.toString('base64') }
    }),
  ).toEqual([...contents, null, null])
})

test('a file that extends beyond the first 10 MiB is read whole', () => {
  const bytes = randomBytes(12 * 1024 * 1024)
  const head =
    'Content-Type: application/zip\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n'
  const raw = Buffer.from(head + bytes.toString('base64'))

  const [file, ...others] = attachmentContentsIn(raw)

  expect(others).toEqual([])
  expect(file?.sizeBytes).toBe(bytes.length)
  expect(Buffer.from(file?.contentBase64 ?? '', 'base64').equals(bytes)).toBe(true)
  expect(attachmentsIn(raw)).toMatchObject([{ sizeBytes: bytes.length }])
})

test('a mail that breaks a parsing limit has no files, but its headers are read', () => {
  const deep = Array.from({ length: 40 }, (_, n) => [
    `Content-Type: multipart/mixed; boundary=b${n}`,
    '',
    `--b${n}`,
  ]).flat()
  const raw = mail('Subject: deep', ...deep, 'Content-Type: image/png', '', 'x')

  expect(attachmentsIn(raw)).toEqual([])
  expect(attachmentContentsIn(raw)).toEqual([])
  expect(headersIn(raw)[0]).toEqual({ name: 'Subject', value: 'deep' })
})

test('for any bytes nothing throws, contents have the stated size, and together they are no larger than the mail', () => {
  const lines = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'Content-Type: multipart/mixed; boundary=b',
        'Content-Type: image/png',
        'Content-Transfer-Encoding: base64',
        'Content-Transfer-Encoding: quoted-printable',
        'Content-Type: message/rfc822',
        'Content-Disposition: inline',
        '--b',
        '--b--',
        '',
        'QUJD=QUI=====Q',
        '=41=\t',
      ),
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(lines, (each) => {
      const raw = mail(...each)
      const contents = attachmentContentsIn(raw)
      for (const { sizeBytes, contentBase64 } of contents)
        expect(Buffer.from(contentBase64, 'base64')).toHaveLength(sizeBytes)
      expect(contents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBeLessThanOrEqual(raw.length)
      expect(attachmentsIn(raw)).toEqual(contents.map(({ contentBase64: _, ...facts }) => facts))
      for (const { value } of headersIn(raw)) expect(value.isWellFormed()).toBe(true)
    }),
  )
})
