import fc from 'fast-check'
import { recipientNames } from './dialogues.ts'
import { anyMail } from './mails.ts'
import type { Dialogue, Step } from './play-dialogue.ts'

const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code))
const bytes = (maxLength: number) => fc.array(byte, { maxLength }).map((all) => all.join(''))
const joined = (pieces: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(pieces, { maxLength }).map((all) => all.join(''))

const verb = fc
  .constantFrom(
    'EHLO',
    'HELO',
    'MAIL',
    'RCPT',
    'DATA',
    'RSET',
    'NOOP',
    'VRFY',
    'QUIT',
    'HELP',
    'EXPN',
    'AUTH',
    'BDAT',
    'XCLIENT',
  )
  .chain((name) => fc.mixedCase(fc.constant(name)))
const recipient = fc.constantFrom(...recipientNames)
const localPart = fc.oneof(fc.constantFrom('a', 'a+b', '"a b"', '"a\\"b"', 'ä', 'postmaster', '.', ''), bytes(20))
const path = fc.oneof(
  { weight: 3, arbitrary: recipient.map((name) => `<${name}>`) },
  recipient.map((name) => `<@relay.example,@other.example:${name}>`),
  fc.tuple(localPart, recipient).map(([local, name]) => `<${local}@${name.slice(1, -1)}>`),
  fc
    .tuple(localPart, fc.constantFrom('b.example', '[192.0.2.1]', '[IPv6:::1]', 'ä.example', '', 'b'))
    .map(([local, host]) => `<${local}@${host}>`),
  fc.constantFrom('<>', '<', '>', '<<>>', '<a@b', 'a@b.example', '< a@b.example >'),
  bytes(40).map((text) => `<${text}>`),
)
const parameter = fc.constantFrom(
  ...['SIZE=1', 'SIZE=99999999999999999999999', 'SIZE=-1', 'SIZE', 'BODY=8BITMIME', 'body=7bit', 'BODY=BINARYMIME'],
  ...['SMTPUTF8', 'SMTPUTF8=1', 'RET=FULL', 'NOTIFY=NEVER', 'AUTH=<>', '=', 'X=\u00ff', '\u0000'],
)
const space = fc.constantFrom(' ', ' ', ' ', '', '  ', '\t', ' \0')
const parameters = fc
  .array(
    fc.tuple(space, parameter).map((pair) => pair.join('')),
    { maxLength: 3 },
  )
  .map((all) => all.join(''))
const lineEnd = fc.oneof(
  { weight: 30, arbitrary: fc.constant('\r\n') },
  fc.constantFrom('\n', '\r', '', '\r\r\n', ' \r\n', '\0\r\n'),
)

const anyCommand = fc
  .oneof(
    fc
      .tuple(fc.constantFrom('MAIL FROM:', 'mail from: ', 'Mail From :', 'MAIL FROM'), path, parameters)
      .map((all) => all.join('')),
    fc
      .tuple(fc.constantFrom('RCPT TO:', 'rcpt to: ', 'Rcpt To :', 'RCPT TO'), path, parameters)
      .map((all) => all.join('')),
    verb,
    fc.tuple(verb, space, bytes(60)).map((all) => all.join('')),
    fc.constantFrom(
      'GET / HTTP/1.1',
      'PROXY TCP4 1.2.3.4 5.6.7.8 9 10',
      'XYZZY',
      '',
      ' ',
      'STARTTLS',
      'starttls now',
      '.',
    ),
    bytes(100),
    fc.integer({ min: 1_900, max: 2_200 }).map((length) => `NOOP ${'x'.repeat(length)}`),
  )
  .chain((command) => lineEnd.map((end) => command + end))

const dataPiece = fc.constantFrom(
  ...[
    '\r',
    '\n',
    '.',
    '\0',
    '\r\n',
    '\r\n.',
    '\r\n..',
    '\n.\n',
    '\r.\r',
    '\n.\r\n',
    '\r\n.\r',
    '\r\n.\0\r\n',
    '\n\r.\r\n',
  ],
  ...[
    'x',
    'Subject: s\r\n',
    '\r\n\r\n',
    'MAIL FROM:<e@v.example>\r\n',
    'RCPT TO:<{inbox}>\r\n',
    'DATA\r\n',
    'QUIT\r\n',
    '\xff',
  ],
)
const stuffed = (raw: string) => raw.replace(/(^|\r\n)\./g, '$1..')
const finished = (raw: string) => `${stuffed(raw)}${raw.endsWith('\r\n') || raw === '' ? '' : '\r\n'}.\r\n`

const wait = fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false))
const everywhere = Array.from({ length: 64 }, (_, offset) => offset)
const cuts = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.nat({ max: 400 }), { maxLength: 4 }) },
  fc.constant(everywhere),
)
const step = (text: fc.Arbitrary<string>): fc.Arbitrary<Step> => fc.record({ bytes: text, cuts, waits: wait })
const waiting = (text: string): Step => ({ bytes: text, cuts: [], waits: true })

/** Commands between recipients and DATA: some of them end the transaction, after which no recipient is left. */
const interruption = fc.constantFrom('RSET\r\n', 'RSET\r\n', 'EHLO again.test\r\n', 'NOOP\r\n')

const anyTransaction = fc
  .record({
    recipients: fc.array(recipient, { minLength: 1, maxLength: 4 }),
    interruptedBy: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, interruption),
    data: step(
      fc.oneof(
        { weight: 3, arbitrary: anyMail.map(finished) },
        joined(dataPiece, 25),
        joined(dataPiece, 25).map((raw) => `${raw}\r\n.\r\n`),
        fc.integer({ min: 60_000, max: 200_000 }).map((length) => finished('y'.repeat(length))),
      ),
    ),
    isPipelined: fc.boolean(),
  })
  .map(({ recipients, interruptedBy, data, isPipelined }): Step[] => {
    const accepted = recipients.map((to) => `RCPT TO:<${to}>\r\n`)
    const envelope = ['MAIL FROM:<a@b.example>\r\n', ...accepted, interruptedBy, 'DATA\r\n'].filter(
      (line) => line !== '',
    )
    return [...(isPipelined ? [waiting(envelope.join(''))] : envelope.map(waiting)), data]
  })

const anyAct: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 4, arbitrary: anyTransaction },
  { weight: 6, arbitrary: step(anyCommand).map((one) => [one]) },
  step(joined(anyCommand, 8)).map((one) => [one]),
  step(bytes(300)).map((one) => [one]),
  fc.tuple(joined(anyCommand, 4)).map(([behind]) => [waiting(`STARTTLS\r\n${behind}`), waiting('EHLO again.test\r\n')]),
)

/** Dialogues of no sense: commands in any order and spelling, cut and pipelined at random, odd mails, odd endings, TLS at odd times. */
export const anyDialogue: fc.Arbitrary<Dialogue> = fc.record({
  steps: fc
    .tuple(
      fc.oneof({ weight: 9, arbitrary: fc.constant([waiting('EHLO client.test\r\n')]) }, fc.constant([])),
      fc.array(anyAct, { maxLength: 7 }),
    )
    .map(([start, actions]) => [...start, ...actions.flat()]),
  leaves: fc.constantFrom('reset', 'end'),
})
