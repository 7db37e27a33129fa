import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRecipient, parseSender } from './parse-envelope.ts'
import { replies } from './replies.ts'

test.for([
  ['FROM:<>', ''],
  ['FROM:<a@b.example>', 'a@b.example'],
  ['from:  <a@b.example>', 'a@b.example'],
  ['FROM:<Ada.L@B.Example>', 'Ada.L@b.example'],
  ['FROM:<a@bücher.example>', 'a@xn--bcher-kva.example'],
  ['FROM:<例@b.example>', '例@b.example'],
  ['FROM:<"a>b c@d"@e.example>', '"a>b c@d"@e.example'],
  ['FROM:<@one.example,@two.example:a@b.example>', 'a@b.example'],
  ['FROM:<bounce+x=y.example@[192.0.2.1]>', 'bounce+x=y.example@[192.0.2.1]'],
] as const)('MAIL %s has the sender %s', ([rest, address]) => {
  expect(parseSender(rest)).toEqual({ address, declaredBytes: null, isUtf8: false })
})

test.for([
  '',
  'FROM',
  'FROM:',
  'FROM:a@b.example',
  'FROM:<a@b.example',
  'FROM:<a@b.example>x',
  'FROM:<a b@c.example>',
  'FROM:<a>',
  'FROM:<@b.example>',
  'FROM:<a@>',
  'FROM:<"a@b.example>',
  'FROM:<a\u200b@b.example>',
  'FROM:<a@b.example\u0085>',
  'TO:<a@b.example>',
])('MAIL %s is 501', (rest) => {
  expect(parseSender(rest)).toBe(replies.badSender)
})

test('SIZE= is read in any spelling', () => {
  expect(parseSender('FROM:<a@b.example> size=1234 body=8bitmime smtputf8')).toMatchObject({
    declaredBytes: 1_234,
    isUtf8: true,
  })
  expect(parseSender('FROM:<a@b.example>   SIZE=0')).toMatchObject({ declaredBytes: 0 })
  expect(parseSender('FROM:<a@b.example> SIZE=99999999999999999999')).toMatchObject({ declaredBytes: 1e20 })
})

test.for([
  ['SIZE', replies.badArguments],
  ['SIZE=', replies.badArguments],
  ['SIZE=-1', replies.badArguments],
  ['SIZE=0x10', replies.badArguments],
  ['SIZE=1 SIZE=1', replies.badArguments],
  ['BODY', replies.badArguments],
  ['BODY=9BIT', replies.unknownParameter],
  ['SMTPUTF8=1', replies.badArguments],
  // The long s is no S.
  ['\u017fIZE=1', replies.unknownParameter],
  ['AUTH=<>', replies.unknownParameter],
  ['MT-PRIORITY=3', replies.unknownParameter],
  ['=', replies.unknownParameter],
] as const)('MAIL with the parameters %s is refused', ([parameters, reply]) => {
  expect(parseSender(`FROM:<a@b.example> ${parameters}`)).toBe(reply)
})

test('RCPT returns the path as given; whether it exists is decided elsewhere', () => {
  expect(parseRecipient('TO:<A..b+C@Inlet.Example>')).toBe('A..b+C@Inlet.Example')
  expect(parseRecipient('TO:<Postmaster>')).toBe('Postmaster')
  expect(parseRecipient('to: <@relay.example:a@b.example>')).toBe('a@b.example')
  expect(parseRecipient('TO:<>')).toBe(replies.badRecipient)
  expect(parseRecipient('TO:a@b.example')).toBe(replies.badRecipient)
  expect(parseRecipient('TO:<a@b.example> ORCPT=rfc822;a@b.example')).toBe(replies.unknownParameter)
})

test('any arguments of MAIL and RCPT give an envelope or a reply, and no path has an angle bracket outside quotes', () => {
  const piece = fc.constantFrom(
    'FROM:',
    'TO:',
    '<',
    '>',
    '"',
    '\\',
    '@',
    ':',
    ',',
    ' ',
    'a',
    'b.example',
    'SIZE=',
    '1',
    'ä',
    '\u200b',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const rest = pieces.join('')
      const sender = parseSender(rest)
      const recipient = parseRecipient(rest)
      const path = 'address' in sender ? sender.address : ''
      expect(path.replaceAll(/"(?:[^"\\]|\\.)*"/gu, '')).not.toMatch(/[<>\s]/)
      expect(typeof recipient === 'string' ? recipient : recipient.code).toSatisfy((value) => value !== '')
    }),
  )
})
