import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStructuredField } from './structured-field.ts'

test.each([
  ['Text/Plain; Charset="UTF-8"', 'text/plain', { charset: 'UTF-8' }],
  ['text/plain (a comment); format=flowed', 'text/plain', { format: 'flowed' }],
  ['attachment; filename="a;b\\"c.pdf"', 'attachment', { filename: 'a;b"c.pdf' }],
  ["attachment; filename=plain.pdf; filename*=utf-8''%E2%82%AC.pdf", 'attachment', { filename: '€.pdf' }],
  ["a; n*1*=%BC; n*0*=utf-8'de'%C3; n*2=.pdf", 'a', { n: 'ü.pdf' }],
  ['a; n*0="=?utf-8?Q?=C3=BC"; n*1="?="', 'a', { n: 'ü' }],
  ['a; n="=?utf-8?B?w7w=?="', 'a', { n: 'ü' }],
  ['filename="a.log"; size=3', '', { filename: 'a.log', size: '3' }],
  ['text/plain, charset=utf-8', 'text/plain', {}],
  ['a; n="b c" (a comment)', 'a', { n: 'b c' }],
  ['a; n="b (c)"; m="(d)"', 'a', { n: 'b (c)', m: '(d)' }],
  ['a; n=first; n=second; =x; y', 'a', { n: 'first' }],
  ['a; n="never closed; m=b', 'a', { n: 'never closed; m=b' }],
  ['', '', {}],
])('%s', (field, value, params) => {
  const read = readStructuredField(field)

  expect(read.value).toBe(value)
  expect(Object.fromEntries(read.params)).toEqual(params)
})

test('any field is read without an error, with at most 100 parameters', () => {
  const piece = fc.constantFrom(
    ';',
    '=',
    '"',
    '\\',
    '*',
    '0',
    '1',
    "'",
    '%',
    '%C3',
    'utf-8',
    'n',
    ' ',
    '=?utf-8?Q?',
    '?=',
  )

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      expect(readStructuredField(pieces.join('')).params.size).toBeLessThanOrEqual(100)
    }),
  )
})
