import { smugglingEndings } from '@inlet/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DataDecoder } from './data-decoder.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** The transparency procedure read off RFC 5321 §4.5.2, for DATA that is there as a whole. `end` null: the mail goes on. */
function decodeWhole(data: Buffer): { mail: string; end: number | null } {
  const text = data.toString('latin1')
  let mail = ''
  let at = 0
  while (at < text.length) {
    const lineEnd = text.indexOf('\r\n', at)
    const line = lineEnd < 0 ? text.slice(at) : text.slice(at, lineEnd + 2)
    if (line === '.\r\n') return { mail, end: lineEnd + 2 }
    mail += line.startsWith('.') ? line.slice(1) : line
    at += line.length
  }
  return { mail, end: null }
}

/** Decodes chunks until the end of the mail. `end` counts from the first byte of all. */
function decodeInChunks(chunks: Buffer[]): { mail: string; end: number | null; pieces: Buffer[] } {
  const decoder = new DataDecoder()
  const pieces: Buffer[] = []
  let offset = 0
  for (const chunk of chunks) {
    const { pieces: more, end } = decoder.decode(chunk)
    pieces.push(...more)
    if (end !== null) return { mail: Buffer.concat(pieces).toString('latin1'), end: offset + end, pieces }
    offset += chunk.length
  }
  return { mail: Buffer.concat(pieces).toString('latin1'), end: null, pieces }
}

function cutAt(data: Buffer, cuts: number[]): Buffer[] {
  const offsets = [0, ...cuts.map((cut) => cut % (data.length + 1)).sort((a, b) => a - b), data.length]
  return offsets.slice(1).map((offset, index) => data.subarray(offsets[index], offset))
}

const bytewise = (data: Buffer) => [...data].map((byte) => Buffer.of(byte))

const piece = fc.constantFrom(
  '\r',
  '\n',
  '.',
  '\0',
  '\r\n',
  '\r\n.',
  '\r\n..',
  '.\r',
  '.\r\n.',
  'x',
  'Some text',
  '\xff',
)
const wild = fc.array(piece, { maxLength: 40 }).map((pieces) => latin1(pieces.join('')))
/** Long enough for each way of scanning, and for pieces that are handed on as views. */
const large = fc
  .array(fc.tuple(piece, fc.integer({ min: 1, max: 3_000 })), { maxLength: 8 })
  .map((runs) => latin1(runs.map(([text, times]) => text.repeat(times)).join('')))
const cuts = fc.array(fc.nat(), { maxLength: 12 })
const stuffed = (mail: Buffer) => latin1(mail.toString('latin1').replace(/(^|\r\n)\./g, '$1..'))
const ended = (mail: Buffer) =>
  Buffer.concat([stuffed(mail), latin1(mail.toString('latin1').endsWith('\r\n') ? '.\r\n' : '\r\n.\r\n')])

test('any bytes in any chunks give the mail and its end as the RFC defines them', () => {
  fc.assert(
    fc.property(fc.oneof(wild, large), cuts, (data, offsets) => {
      const { mail, end } = decodeInChunks(cutAt(data, offsets))
      const expected = decodeWhole(data)

      expect(end).toBe(expected.end)
      // What an unfinished mail has held back is not known to be mail yet.
      if (end === null) expect(expected.mail.startsWith(mail)).toBe(true)
      else expect(mail === expected.mail).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('byte by byte as well', () => {
  fc.assert(
    fc.property(wild, (data) => {
      const { mail, end } = decodeInChunks(bytewise(data))
      const expected = decodeWhole(data)

      expect(end).toBe(expected.end)
      if (end !== null) expect(mail).toBe(expected.mail)
    }),
    { numRuns: 500 },
  )
})

test('a dot-stuffed mail is decoded to the original, and bytes behind its end are not read', () => {
  fc.assert(
    fc.property(fc.oneof(wild, large), cuts, wild, (mail, offsets, next) => {
      const data = ended(mail)
      const decoded = decodeInChunks(cutAt(Buffer.concat([data, next]), offsets))

      expect(decoded.end).toBe(data.length)
      const sent = mail.toString('latin1')
      expect(decoded.mail === sent || decoded.mail === `${sent}\r\n`).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['an empty mail', '.\r\n', ''],
  ['an empty line', '\r\n.\r\n', '\r\n'],
  ['a line of one dot', '..\r\n.\r\n', '.\r\n'],
  ['a dot and a bare CR', '.\r\r\n.\r\n', '\r\r\n'],
  ['dots behind a bare LF', 'a\n..\n.\r\n\r\n.\r\n', 'a\n..\n.\r\n\r\n'],
  ['a bare CR, then a line end', 'a\r\r\n..b\r\n.\r\n', 'a\r\r\n.b\r\n'],
  ['a NUL before the dot', 'a\r\n\0.\r\n\r\n.\r\n', 'a\r\n\0.\r\n\r\n'],
])('%s', (_, data, mail) => {
  expect(decodeInChunks([latin1(data)])).toMatchObject({ mail, end: data.length })
  expect(decodeInChunks(bytewise(latin1(data)))).toMatchObject({ mail, end: data.length })
})

test.each(smugglingEndings)('%j ends no mail, in any chunks', (ending) => {
  const data = latin1(`Subject: Carrier\r\n\r\nBefore${ending}MAIL FROM:<evil@elsewhere.example>\r\nx\r\n.\r\n`)
  const { mail } = decodeWhole(data)

  for (let cut = 0; cut <= data.length; cut++) {
    expect(decodeInChunks([data.subarray(0, cut), data.subarray(cut)])).toMatchObject({ mail, end: data.length })
  }
  expect(decodeInChunks(bytewise(data))).toMatchObject({ mail, end: data.length })
})

test('the pieces of a mail take at most about twice its bytes, in any chunks', () => {
  const keptBytes = (chunks: Buffer[]) => {
    const { pieces } = decodeInChunks(chunks)
    const memory = new Set(pieces.map((kept) => kept.buffer))
    return { views: pieces.length, bytes: [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0) }
  }
  const mail = latin1(`${'..xyz\r\n'.repeat(40_000)}.\r\n`)
  const copies = (bytes: number) =>
    Array.from({ length: Math.ceil(mail.length / bytes) }, (_, index) =>
      Buffer.from(new Uint8Array(mail.subarray(index * bytes, (index + 1) * bytes)).buffer),
    )

  for (const bytes of [1, 100, 1_460, 4_096, 65_536]) {
    const kept = keptBytes(copies(bytes))
    expect(kept.bytes).toBeLessThan(mail.length * 2.2)
    expect(kept.views).toBeLessThan(mail.length / 1_000)
  }
})

test('a line that is too long is found in any chunks; the longest allowed one and many short ones pass', () => {
  const line = fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 30 })).map((length) => `${'x'.repeat(length)}\r\n`)
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      fc.string({ unit: fc.constant('y'), maxLength: 20 }),
      cuts,
      (lines, rest, offsets) => {
        const data = latin1(`${lines.join('')}${rest}`)
        const decoder = new DataDecoder(20)

        for (const chunk of cutAt(data, offsets)) decoder.decode(chunk)

        expect(decoder.lineTooLong).toBe([...lines, rest].some(({ length }) => length > 20))
      },
    ),
    { numRuns: 500 },
  )
})

test('bytes behind the end are not a line of the mail', () => {
  const decoder = new DataDecoder(20)

  expect(decoder.decode(latin1(`short\r\n.\r\n${'x'.repeat(100)}`)).end).toBe(10)
  expect(decoder.lineTooLong).toBe(false)
})
