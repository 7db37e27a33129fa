import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodedLength, decodeTransfer, type TransferEncoding } from './transfer-encoding.ts'

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
