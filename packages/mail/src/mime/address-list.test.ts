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
  ['Pete(a wonderful \\) chap) <pete(his account)@silly.example(his (own) host)>', [['Pete', 'pete@silly.example']]],
  ['Joe <joe@machine(comment).  example>', [['Joe', 'joe@machine.example']]],
  ['Only a name', [['Only a name', '']]],
  ['a@xn--bcher-kva.example', [['', 'a@bücher.example']]],
  ['Ann <a@b.example', [['Ann', 'a@b.example']]],
  ['undisclosed-recipients:;', []],
  ['undisclosed-recipients:', []],
  ['Orbit Night Buses, Inc. <a@b.example>', [['Orbit Night Buses, Inc.', 'a@b.example']]],
  ['=?utf-8?Q?Orbit?=, Inc. <a@b.example>', [['Orbit, Inc.', 'a@b.example']]],
  ['Orbit, Inc. a@b.example', [['Orbit, Inc.', 'a@b.example']]],
  ['Orbit; the bus <a@b.example>', [['Orbit; the bus', 'a@b.example']]],
  ['Orbit: the night bus <a@b.example>', [['Orbit: the night bus', 'a@b.example']]],
  ['https://b.example <a@b.example>', [['https://b.example', 'a@b.example']]],
  [
    'Lee, Ann <a@b.example>, Roe, Kim <c@d.example>',
    [
      ['Lee, Ann', 'a@b.example'],
      ['Roe, Kim', 'c@d.example'],
    ],
  ],
  [
    'Friends: Ann <a@b.example>;, Orbit: bus <c@d.example>',
    [
      ['Ann', 'a@b.example'],
      ['Orbit: bus', 'c@d.example'],
    ],
  ],
  [
    'Friends: a@b.example, c@d.example',
    [
      ['Friends', 'a@b.example'],
      ['', 'c@d.example'],
    ],
  ],
  [
    'a@b.example; c@d.example',
    [
      ['', 'a@b.example'],
      ['', 'c@d.example'],
    ],
  ],
  [
    'a@b.example, , <c@d.example>,',
    [
      ['', 'a@b.example'],
      ['', 'c@d.example'],
    ],
  ],
  ['"Orbit <a@b.example>', [['Orbit', 'a@b.example']]],
  ['Orbit" <a@b.example>', [['Orbit', 'a@b.example']]],
  ['""Orbit"" <a@b.example>', [['Orbit', 'a@b.example']]],
  ['"Alert:" <a@b.example>', [['Alert:', 'a@b.example']]],
  ['"Roe, Kim," <a@b.example>', [['Roe, Kim,', 'a@b.example']]],
  ['"Alert:" a@b.example', [['Alert:', 'a@b.example']]],
  ['Team: "Alert:" <a@b.example>;', [['Alert:', 'a@b.example']]],
  ['"Alert:"', [['Alert:', '']]],
  ['"Alert:", <a@b.example>', [['Alert:', 'a@b.example']]],
  ['Alert: <a@b.example>', [['Alert', 'a@b.example']]],
  ['Alert, a@b.example', [['Alert', 'a@b.example']]],
  ['"Roe, <a@b.example>', [['Roe', 'a@b.example']]],
  ['"" <a@b.example>', [['', 'a@b.example']]],
  ['"Orbit" a@b.example', [['Orbit', 'a@b.example']]],
  ['<ann <a@b.example>', [['ann', 'a@b.example']]],
  ['<<a@b.example>>', [['', 'a@b.example']]],
  ['<Ann> <a@b.example>', [['Ann', 'a@b.example']]],
  ['<ann a@b.example>', [['ann', 'a@b.example']]],
  ['Ann a@b.example>', [['Ann', 'a@b.example']]],
  ['Ann <a@b.example (at home)>', [['Ann', 'a@b.example']]],
  [
    'Ann <a@b.example, Kim <c@d.example>',
    [
      ['Ann', 'a@b.example'],
      ['Kim', 'c@d.example'],
    ],
  ],
  ['<"a b"@c.example>', [['', '"a b"@c.example']]],
  ['Ann <@x.example,@y.example:a@b.example>', [['Ann', 'a@b.example']]],
  ['Ann <mailto:a@b.example>', [['Ann', 'a@b.example']]],
  ['mailto:a@b.example', [['', 'a@b.example']]],
  ['Ann [mailto:a@b.example]', [['Ann', 'a@b.example']]],
  ["'a@b.example'", [['', 'a@b.example']]],
  ['Ann (at home) <a@b.example>', [['Ann', 'a@b.example']]],
  ['<a@b.example> (Ann)', [['Ann', 'a@b.example']]],
  ['a(Ann)@b.example', [['Ann', 'a@b.example']]],
  ['Orbit :( <a@b.example>', [['Orbit :(', 'a@b.example']]],
  ['a @ b.example', [['', 'a@b.example']]],
  ['Kim @ Orbit, Inc. <a@b.example>', [['Kim @ Orbit, Inc.', 'a@b.example']]],
  ['Ann <>', [['Ann', '']]],
  ['<>', []],
])('%s', (field, mailboxes) => {
  expect(readAddressList(field).map(({ name, address }) => [name, address])).toEqual(mailboxes)
})

test('text inside an encoded-word or a quoted name never becomes an address', () => {
  expect(readAddressList('=?utf-8?B?PGFAYi5leGFtcGxlPg==?=')).toEqual([{ name: '<a@b.example>', address: '' }])
  expect(readAddressList('"a@b.example"')).toEqual([{ name: 'a@b.example', address: '' }])
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
