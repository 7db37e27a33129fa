import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)

test.each([
  ['UTF-8', Buffer.from('zażółć'), 'zażółć'],
  ['', Buffer.from('zażółć'), 'zażółć'],
  ['us-ascii', Buffer.from('zażółć'), 'zażółć'],
  ['iso-8859-1', bytes(0x4d, 0xfc), 'Mü'],
  ['iso-8859-1', Buffer.from('Mü'), 'Mü'],
  ['utf-8', bytes(0x4d, 0xfc), 'Mü'],
  ['no-such-charset', bytes(0x4d, 0x80), 'M€'],
  ['KOI8-R', bytes(0xf0, 0xd2), 'Пр'],
  ['gb2312', bytes(0xc4, 0xe3), '你'],
  ['Shift_JIS', bytes(0x82, 0xa0), 'あ'],
  ["'windows-1251'", bytes(0xcf), 'П'],
  ['win-1251', bytes(0xcf), 'П'],
  ['cp1251', bytes(0xcf), 'П'],
  ['cp50220', Buffer.from('\u001b$B$"\u001b(B'), 'あ'],
  ['iso-2022-jp-ms', Buffer.from('\u001b$B$"\u001b(B'), 'あ'],
  ['cp932', bytes(0x82, 0xa0), 'あ'],
  ['ks_c_5601-1987', bytes(0xb0, 0xa1), '가'],
  ['', Buffer.from('\u001b$B$"\u001b(B'), 'あ'],
  ['utf-8', bytes(0xff, 0xfe, 0x61, 0x00), 'a'],
  ['utf-16', bytes(0xfe, 0xff, 0x00, 0x61), 'a'],
  ['utf-7', Buffer.from('Caf+AOk- +- ok'), 'Café + ok'],
])('%s: the charset of the bytes is recognised', (label, input, text) => {
  expect(decodeText(input, label)).toBe(text)
})

test('UTF-8 with one damaged character is still decoded as UTF-8', () => {
  const damaged = Buffer.concat([Buffer.from('señor '), Buffer.from([0xe2, 0x82]), Buffer.from(' ñ')])

  expect(decodeText(damaged, 'utf-8')).toBe('señor \ufffd ñ')
})

test('any bytes with any label are decoded without an error', () => {
  const labels = fc.oneof(
    fc.string(),
    fc.constantFrom('utf-7', 'utf-16le', 'iso-2022-jp', 'gb18030', 'big5', 'euc-kr', 'x-user-defined', 'replacement'),
  )

  fc.assert(
    fc.property(fc.uint8Array(), labels, (input, label) => {
      expect(decodeText(input, label)).toBeTypeOf('string')
    }),
  )
})
