import fc from 'fast-check'

/** A part of a well-formed mail. */
type Part =
  | { kind: 'text'; subtype: 'plain' | 'html'; charset: 'utf-8' | 'iso-8859-1'; encoding: Encoding; text: string }
  | { kind: 'file'; name: string; style: 'RFC 2231' | 'RFC 2231 in sections' | 'RFC 2047' | 'plain'; bytes: Uint8Array }
  | { kind: 'multipart'; subtype: 'mixed' | 'alternative' | 'related'; parts: Part[] }
type Encoding = '8bit' | 'base64' | 'quoted-printable'

const word = fc.constantFrom(
  'Café',
  'Zoë',
  'naïve',
  'plain',
  '=',
  '--',
  'a=b',
  'über',
  '.',
  '<b>',
  '482913',
  '  ',
  '\t',
)
const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(' ').trimEnd())
const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\r\n').trim() || 'x')
const headerText = fc
  .array(fc.constantFrom('Café', 'Zoë', 'plain', '482913', 'für', 'you'), { minLength: 1, maxLength: 9 })
  .map((words) => words.join(' '))

const textPart = fc.record({
  kind: fc.constant('text' as const),
  subtype: fc.constantFrom('plain' as const, 'html' as const),
  charset: fc.constantFrom('utf-8' as const, 'iso-8859-1' as const),
  encoding: fc.constantFrom<Encoding[]>('8bit', 'base64', 'quoted-printable'),
  text,
})
const filePart = fc.record({
  kind: fc.constant('file' as const),
  name: headerText.map((words) => `${words}.pdf`),
  style: fc.constantFrom('RFC 2231' as const, 'RFC 2231 in sections' as const, 'RFC 2047' as const, 'plain' as const),
  bytes: fc.uint8Array({ maxLength: 300 }),
})
const { part } = fc.letrec<{ part: Part; multipart: Part }>((tie) => ({
  part: fc.oneof({ maxDepth: 3 }, textPart, filePart, tie('multipart')),
  multipart: fc.record({
    kind: fc.constant('multipart' as const),
    subtype: fc.constantFrom('mixed' as const, 'alternative' as const, 'related' as const),
    parts: fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
  }),
}))

/** The bytes of a random well-formed mail, which every MIME parser must read in the same way. */
export const wellFormedMail = fc
  .record({ subject: headerText, fromName: headerText, body: fc.oneof(textPart, part) })
  .map(({ subject, fromName, body }) =>
    Buffer.concat([
      Buffer.from(
        [
          'Received: from a.example\r\n\tby b.example; Wed, 18 Nov 2026 09:14:07 +0000',
          `From: ${encodedWords(fromName)} <sender@a.example>`,
          `Subject: ${encodedWords(subject)}`,
          'Message-ID: <1@a.example>',
          'MIME-Version: 1.0',
          '',
        ].join('\r\n'),
      ),
      partBytes(body, 'b'),
    ]),
  )

function partBytes(part: Part, boundary: string): Buffer {
  if (part.kind === 'multipart') {
    const head = Buffer.from(`Content-Type: multipart/${part.subtype};\r\n boundary="${boundary}"\r\n\r\nPreamble\r\n`)
    const parts = part.parts.map((child, index) =>
      Buffer.concat([Buffer.from(`--${boundary}\r\n`), partBytes(child, `${boundary}_${index}`), Buffer.from('\r\n')]),
    )
    return Buffer.concat([head, ...parts, Buffer.from(`--${boundary}--\r\nEpilogue\r\n`)])
  }
  if (part.kind === 'file') {
    const name = part.style === 'plain' ? part.name.normalize('NFD').replace(/[^ -~]/g, '') : part.name
    const head = `Content-Type: application/pdf\r\nContent-Disposition: attachment;\r\n ${filenameParameter(name, part.style)}\r\n`
    return encoded(head, Buffer.from(part.bytes), 'base64')
  }
  const bytes = Buffer.from(part.text, part.charset === 'utf-8' ? 'utf8' : 'latin1')
  return encoded(`Content-Type: text/${part.subtype}; charset=${part.charset}\r\n`, bytes, part.encoding)
}

function encoded(head: string, bytes: Buffer, encoding: Encoding): Buffer {
  const whole = Buffer.from(`${head}Content-Transfer-Encoding: ${encoding}\r\n\r\n`)
  if (encoding === '8bit') return Buffer.concat([whole, bytes])
  const lines =
    encoding === 'base64' ? (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n') : printable(bytes)
  return Buffer.concat([whole, Buffer.from(lines)])
}

function printable(bytes: Buffer): string {
  const quoted = bytes
    .toString('latin1')
    .replace(/[^\r\n -<>-~]|[ \t](?=\r\n|$)/g, (unit) => `=${hex(unit.charCodeAt(0))}`)
  return quoted.replace(/(?:=..|[^=\r\n]){60}(?=[^\r\n])/g, '$&=\r\n')
}

function encodedWords(words: string): string {
  const groups = words.match(/\S+(?: \S+)?/g) ?? []
  return groups
    .map((group, index) => (index < groups.length - 1 ? `${group} ` : group))
    .map((group, index) => (index % 2 === 0 ? `=?utf-8?B?${Buffer.from(group).toString('base64')}?=` : qWord(group)))
    .join('\r\n ')
}

const qWord = (group: string): string =>
  `=?iso-8859-1?Q?${[...Buffer.from(group, 'latin1')].map((byte) => (byte === 0x20 ? '_' : `=${hex(byte)}`)).join('')}?=`

function filenameParameter(name: string, style: Extract<Part, { kind: 'file' }>['style']): string {
  if (style === 'plain') return `filename="${name}"`
  if (style === 'RFC 2047') return `filename="${encodedWords(name)}"`
  const quoted = encodeURIComponent(name)
  if (style === 'RFC 2231') return `filename*=utf-8''${quoted}`
  const sections = quoted.match(/(?:%..|[^%]){1,10}/g) ?? []
  return sections.map((text, index) => `filename*${index}*=${index === 0 ? "utf-8''" : ''}${text}`).join(';\r\n ')
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0')
