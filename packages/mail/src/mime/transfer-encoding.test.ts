import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodedLength, decodeTransfer, pieceDecoder, type TransferEncoding } from './transfer-encoding.ts'

const decoded = (text: string, encoding: TransferEncoding) =>
  decodeTransfer(Buffer.from(text), encoding, 1e6).toString()

test.each([
  ['a=C3=A9b', 'aéb'],
  ['a=c3=a9b', 'aéb'],
  ['soft=\r\nbreak=\nhere', 'softbreakhere'],
  ['soft= \t\r\nbreak', 'softbreak'],
  ['trailing \t\r\nwhite space', 'trailing\r\nwhite space'],
  ['kept=20\r\nspace', 'kept \r\nspace'],
  ['half =C and = and =ZZ', 'half =C and = and =ZZ'],
  ['ends in a soft break=', 'ends in a soft break'],
  ['soft=\r\r\nbreak=\rhere', 'softbreakhere'],
])('quoted-printable %j is decoded to %j', (text, expected) => {
  expect(decoded(text, 'quoted-printable')).toBe(expected)
})

test.each([
  ['SGVsbG8=', 'Hello'],
  ['SGVs\r\nbG8=\r\n', 'Hello'],
  ['SGVs!?bG8', 'Hello'],
  ['SGVsbG8=\r\nIGFnYWlu', 'Hello again'],
  ['', ''],
])('base64 %j is decoded to %j', (text, expected) => {
  expect(decoded(text, 'base64')).toBe(expected)
})

test('decoding restores the encoded bytes, and the decoded length is their number', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const base64 = Buffer.from(
        (
          Buffer.from(bytes)
            .toString('base64')
            .match(/.{1,76}/g) ?? []
        ).join('\r\n'),
      )
      const printable = Buffer.from([...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('=\r\n'))

      expect(decodeTransfer(base64, 'base64', 400)).toEqual(Buffer.from(bytes))
      expect(decodedLength(base64, 'base64')).toBe(bytes.length)
      expect(decodeTransfer(printable, 'quoted-printable', 400)).toEqual(Buffer.from(bytes))
      expect(decodedLength(printable, 'quoted-printable')).toBe(bytes.length)
    }),
  )
})

const encodings: TransferEncoding[] = ['base64', 'quoted-printable', 'uuencode', 'identity']

test.each(encodings)(
  'whatever a part in %s is made of and wherever it is cut, its pieces are decoded to the same bytes',
  (encoding) => {
    const odd = fc.constantFrom(
      '=',
      '==',
      '=4',
      '=\t',
      ' ',
      '\t \t',
      '\r',
      '\n',
      '\r\n',
      '=\r\n',
      '=\r\r\r\r\n',
      'begin 644 a\n',
      '#86)C\n',
      'M',
      'end\n',
      'QUJD',
      'Q',
      '-_',
      ' '.repeat(600),
    )
    const part = fc.array(fc.oneof(odd, odd, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 30 })
    fc.assert(
      fc.property(part, fc.array(fc.nat({ max: 700 }), { maxLength: 30 }), (words, lengths) => {
        const bytes = Buffer.from(words.join(''), 'latin1')

        expect(Buffer.concat(decodedPieces(bytes, encoding, lengths))).toEqual(
          decodeTransfer(bytes, encoding, bytes.length),
        )
        expect(decodedLength(bytes, encoding)).toBe(decodeTransfer(bytes, encoding, bytes.length).length)
      }),
      { numRuns: 2_000 },
    )
  },
)

/** Cuts a part into pieces of these lengths, and the rest of it. */
function decodedPieces(bytes: Buffer, encoding: TransferEncoding, lengths: number[]): Buffer[] {
  const decode = pieceDecoder(encoding)
  let at = 0
  const decoded = lengths.map((length) => {
    at += length
    return Buffer.from(decode(bytes.subarray(at - length, at), false))
  })
  return [...decoded, decode(bytes.subarray(at), true)]
}

test.each([
  ['quoted-printable', ' '],
  ['quoted-printable', '='],
  ['quoted-printable', '=\t'],
  ['quoted-printable', '\r'],
  ['base64', '='],
  ['base64', 'A!'],
  ['uuencode', 'M'],
] satisfies [TransferEncoding, string][])(
  'of a part in %s that is nothing but %j, a kilobyte at most waits for what follows',
  (encoding, unit) => {
    const decode = pieceDecoder(encoding)
    const piece = Buffer.from(unit.repeat(4_096 / unit.length))
    const whole = (count: number) => decodeTransfer(Buffer.concat(Array(count).fill(piece)), encoding, 1e9).length
    let length = 0
    for (let count = 1; count <= 64; count += 1) {
      length += decode(piece, false).length

      expect(whole(count) - length).toBeLessThanOrEqual(1_001)
    }
  },
)

test('white space at the end of a line is left out up to the longest line that a mail may have', () => {
  expect(decoded(`a${' '.repeat(998)}\r\nb`, 'quoted-printable')).toBe('a\r\nb')
  expect(decoded(`a${' '.repeat(1_000)}\r\nb`, 'quoted-printable')).toBe('a  \r\nb')
  expect(decoded(`a=${' '.repeat(998)}\r\nb`, 'quoted-printable')).toBe('ab')
  expect(decoded(`a=${' '.repeat(999)}\r\nb`, 'quoted-printable')).toBe('a= \r\nb')
})
