import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAddressList } from './address-list.ts'

test.each([
  ['a@b.example', [['', 'a@b.example']]],
  ['Ann Lee <a@b.example>', [['Ann Lee', 'a@b.example']]],
  [
    '"Lee, \\"Ann\\"" <a@b.example>, c@d.example',
    [
      ['Lee, "Ann"', 'a@b.example'],
      ['', 'c@d.example'],
    ],
  ],
  ['a@b.example (Ann Lee)', [['Ann Lee', 'a@b.example']]],
  ['Ann a@b.example', [['Ann', 'a@b.example']]],
  ['"a b"@c.example', [['', '"a b"@c.example']]],
  [
    'Friends: a@b.example, Ann <c@d.example>;',
    [
      ['', 'a@b.example'],
      ['Ann', 'c@d.example'],
    ],
  ],
  ['<@relay.example:a@b.example>', [['', 'a@b.example']]],
  ['=?utf-8?Q?Lee,_Ann?= <a@b.example>', [['Lee, Ann', 'a@b.example']]],
  ['Only a name', [['Only a name', '']]],
  ['a@xn--bcher-kva.example', [['', 'a@bücher.example']]],
  ['Ann <a@b.example', [['Ann', 'a@b.example']]],
  ['undisclosed-recipients:;', []],
])('%s', (field, mailboxes) => {
  expect(readAddressList(field).map(({ name, address }) => [name, address])).toEqual(mailboxes)
})

test('text inside an encoded-word or a quoted name never becomes an address', () => {
  expect(readAddressList('=?utf-8?B?PGFAYi5leGFtcGxlPg==?=')).toEqual([{ name: '<a@b.example>', address: '' }])
  expect(readAddressList('"a@b.example" <c@d.example>')).toEqual([{ name: 'a@b.example', address: 'c@d.example' }])
})

test('any field is read without an error, with at most 100 mailboxes', () => {
  const piece = fc.constantFrom(
    '"',
    '(',
    ')',
    '<',
    '>',
    '@',
    ',',
    ';',
    ':',
    '\\',
    'a',
    ' ',
    '=?utf-8?Q?',
    '?=',
    'b.example',
  )

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      expect(readAddressList(pieces.join('')).length).toBeLessThanOrEqual(100)
    }),
  )
  expect(readAddressList('a@b.example,'.repeat(1000))).toHaveLength(100)
})
