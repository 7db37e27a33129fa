import { hostileMailNames, hostileMails, rawMail, rawMailNames } from '@inlet/testkit'
import fc from 'fast-check'

const crlf = '\r\n'
const lineEnd = fc.oneof(
  { weight: 12, arbitrary: fc.constant(crlf) },
  fc.constantFrom('\n', '\r', '\r\n\r\n', '\n\r', '\0\r\n'),
)
const charset = fc.constantFrom(
  'utf-8',
  'UTF-7',
  'iso-2022-jp',
  'utf-16',
  'windows-1252',
  'koi8-r',
  'x-unknown',
  '',
  'utf-8;utf-8',
  '\u0000',
)
const anyBytes = fc
  .array(fc.integer({ min: 0, max: 255 }), { maxLength: 300 })
  .map((codes) => String.fromCharCode(...codes))
const words = fc.constantFrom(
  ...[
    'Your code is 482913',
    'https://a.example/verify?token=x',
    '\xc3\xa9',
    '\x1b$B$3\x1b(B',
    '=C3=A9=',
    '&#x26;&amp',
    '<b>x</b',
  ],
  ...[
    '\0',
    '.',
    '..',
    '--',
    '\u00e2\u0080\u008d',
    '\u00ff\u00fe',
    '<script>alert(1)</script>',
    'Received: by x',
    '{{',
    '$where',
  ],
)
const text = fc
  .array(fc.tuple(words, fc.oneof(lineEnd, fc.constant(' '))), { maxLength: 12 })
  .map((all) => all.flat().join(''))

const encodedWord = fc
  .tuple(
    charset,
    fc.constantFrom('Q', 'b', 'B', 'x', ''),
    fc.oneof(words, fc.constantFrom('=0D=0ABcc:_e@v.example', 'QQ==', '====', '_')),
  )
  .map(([set, encoding, content]) => `=?${set}?${encoding}?${content}?=`)
const fieldValue = fc.oneof(
  words,
  encodedWord,
  fc.array(encodedWord, { maxLength: 8 }).map((all) => all.join('\r\n ')),
  fc.constantFrom('"', '"\\', '<<<>>>', 'a@b.example, "c', 'group:;', '(((((', '\u0000', ' ', 'x'.repeat(3_000)),
  anyBytes,
)
const fieldName = fc.oneof(
  fc.constantFrom(
    'From',
    'To',
    'Subject',
    'Date',
    'Message-ID',
    'Received',
    'Content-Type',
    'Content-Transfer-Encoding',
    'MIME-Version',
  ),
  fc.constantFrom(
    'content-disposition',
    'DKIM-Signature',
    'Authentication-Results',
    'X\u0000',
    '',
    ' ',
    '__proto__',
    'Bcc',
  ),
)
const fields = fc
  .array(fc.tuple(fieldName, fc.constantFrom(': ', ':', ' : ', '', ':\r\n '), fieldValue, lineEnd), { maxLength: 12 })
  .map((all) => all.flat().join(''))

const boundary = fc.constantFrom('b', 'bb', 'b ', '', "'()+_,-./:=?", 'x'.repeat(80), 'b--')
const leafType = fc.constantFrom(
  'text/plain',
  'text/html',
  'application/pdf',
  'message/rfc822',
  'text/calendar',
  'x',
  '/',
  'text/plain;',
)
const transferEncoding = fc.constantFrom(
  '7bit',
  '8bit',
  'base64',
  'quoted-printable',
  'x-uuencode',
  '',
  'base64; base64',
  'BASE64 ',
)
const base64Body = fc
  .tuple(anyBytes, fc.nat({ max: 200 }), fc.constantFrom('', '!', '=', '\0', ' \r\n', '\u00ff'))
  .map(([content, at, junk]) => {
    const encoded = Buffer.from(content, 'latin1').toString('base64')
    return `${encoded.slice(0, at)}${junk}${encoded.slice(at)}`
  })
const leaf = fc
  .record({
    type: leafType,
    charset,
    encoding: transferEncoding,
    body: fc.oneof(text, anyBytes, base64Body),
    more: fields,
  })
  .map((part) => {
    const head = `Content-Type: ${part.type}; charset="${part.charset}"${crlf}Content-Transfer-Encoding: ${part.encoding}${crlf}`
    return `${head}${part.more}${crlf}${part.body}`
  })

/** A multipart whose delimiters may be those of another, missing or unfinished. */
const multipart = (part: fc.Arbitrary<string>) =>
  fc
    .record({
      subtype: fc.constantFrom('mixed', 'alternative', 'related', 'signed', 'x', ''),
      named: boundary,
      used: fc.oneof(fc.constant(null), boundary),
      parts: fc.array(part, { maxLength: 4 }),
      end: fc.constantFrom('--', '', '-', '-- \0'),
    })
    .map(({ subtype, named, used, parts, end }) => {
      const delimiter = `--${used ?? named}`
      const body = parts.map((each) => `${delimiter}${crlf}${each}${crlf}`).join('')
      return `Content-Type: multipart/${subtype}; boundary="${named}"${crlf}${crlf}${body}${delimiter}${end}${crlf}`
    })
const { entity } = fc.letrec<{ entity: string }>((tie) => ({
  entity: fc.oneof({ maxDepth: 5, depthSize: 'medium' }, leaf, multipart(tie('entity'))),
}))

const hostile = fc
  .tuple(fc.constantFrom(...hostileMailNames), fc.integer({ min: 300, max: 20_000 }))
  .map(([name, sizeBytes]) => hostileMails[name](sizeBytes).toString('latin1'))
const broken = fc
  .tuple(fc.constantFrom(...rawMailNames), fc.nat(), fc.oneof(words, anyBytes, lineEnd))
  .map(([name, place, junk]) => {
    const raw = rawMail(name).toString('latin1')
    const at = place % (raw.length + 1)
    return `${raw.slice(0, at)}${junk}${raw.slice(at)}`.slice(0, 60_000)
  })

/** Raw mails of no sense, one character a byte: what headers, MIME and its encodings can be bent to, and good mails with something amiss. */
export const anyMail: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fields, entity).map((all) => all.join('')) },
  { weight: 2, arbitrary: hostile },
  { weight: 2, arbitrary: broken },
  fields,
  text,
  anyBytes,
)
