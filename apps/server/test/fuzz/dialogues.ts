import { smugglingEndings } from '@inlet/testkit'
import type { Dialogue, Step } from './play-dialogue.ts'

/** An odd dialogue and what must come of it. Names in braces stand for recipients, see `recipientNames`. */
export interface OddDialogue {
  name: string
  steps: Step[]
  leaves: Dialogue['leaves']
  /** The codes of all replies, the greeting's first, with spaces between. */
  codes: RegExp
  /** How many mails are answered 250. */
  stored: number
}

/** What stands for a recipient in a dialogue: two inboxes that are there, one that the first mail makes, and those that are refused. */
export const recipientNames = ['{inbox}', '{other}', '{public}', '{unknown}', '{foreign}'] as const

/** Sends bytes and reads the replies that are due. */
export const say = (bytes: string): Step => ({ bytes, cuts: [], waits: true })
const pipe = (bytes: string): Step => ({ bytes, cuts: [], waits: false })
const cutEach = (length: number, bytes: string): Step => ({
  bytes,
  cuts: Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) => index * length),
  waits: true,
})
const byteByByte = (bytes: string) => cutEach(1, bytes)

const ehlo = say('EHLO client.test\r\n')
const envelope = 'MAIL FROM:<a@elsewhere.example>\r\nRCPT TO:<{inbox}>\r\n'
const toData = [ehlo, say(envelope), say('DATA\r\n')]
const mail = 'Subject: odd\r\n\r\ntext\r\n.\r\n'
const oddLineStarts = '..\r\n...\r\n.\rx\r\n.\r\r\n..\r.\r\n.x\r\n.y\r\n.\r\n'
const quit = say('QUIT\r\n')

const smuggled = (ending: string) =>
  `Subject: carrier\r\n\r\nx${ending}${envelope}DATA\r\nSubject: smuggled\r\n\r\ny\r\n.\r\n`

const odd = (
  name: string,
  steps: Step[],
  holds: { codes: RegExp; stored?: number; leaves?: Dialogue['leaves'] },
): OddDialogue => ({ name, steps, stored: 0, leaves: 'reset', ...holds })

/** Dialogues that were met or thought of, each with what must hold; add one for every error that a random one finds. */
export const oddDialogues: OddDialogue[] = [
  odd('a client that says nothing', [], { codes: /^220$/ }),
  odd('a client that leaves at once', [], { codes: /^220$/, leaves: 'end' }),
  odd('an empty line', [say('\r\n'), quit], { codes: /^220 500 221$/, leaves: 'last' }),
  odd('a mail byte by byte', [...toData.map(({ bytes }) => byteByByte(bytes)), byteByByte(mail)], {
    codes: /^220 250 250 250 354 250$/,
    stored: 1,
  }),
  ...[1, 2, 3].map((each) =>
    odd(`odd line starts, cut each ${each} bytes`, [...toData, cutEach(each, oddLineStarts)], {
      codes: /^220 250 250 250 354 250$/,
      stored: 1,
    }),
  ),
  odd(
    'an ideographic full stop and the Kelvin sign, which fold to ASCII',
    [
      ehlo,
      say('MAIL FROM:<a@elsewhere.example> SMTPUTF8\r\n'),
      say('RCPT TO:<{inbox}\xe3\x80\x82>\r\n'),
      say('RCPT TO:<\xe2\x84\xaa{inbox}>\r\n'),
      quit,
    ],
    { codes: /^220 250 250 550 550 221$/, leaves: 'last' },
  ),
  odd('an envelope in one write', [ehlo, say(`${envelope}DATA\r\n`), say(mail), quit], {
    codes: /^220 250 250 250 354 250 221$/,
    stored: 1,
    leaves: 'last',
  }),
  odd(
    'the next envelope behind the final dot',
    [...toData, say(`${mail}${envelope}DATA\r\n`), say(`${mail}QUIT\r\n`)],
    {
      codes: /^220 250 250 250 354 250 250 250 354 250 221$/,
      stored: 2,
      leaves: 'last',
    },
  ),
  odd('everything in one write', [say(`EHLO c.test\r\n${envelope}DATA\r\n${mail}QUIT\r\n`)], {
    codes: /^220 250 250 250 503$/,
    leaves: 'last',
  }),
  odd('the mail before 354', [ehlo, say(envelope), say(`DATA\r\n${mail}`)], {
    codes: /^220 250 250 250 503$/,
    leaves: 'last',
  }),
  odd('commands before the greeting was read', [pipe('EHLO c.test\r\n'), pipe('NOOP\r\n'), quit], {
    codes: /^220 250 250 221$/,
    leaves: 'last',
  }),
  ...smugglingEndings.map((ending) =>
    odd(`a smuggled ending ${JSON.stringify(ending)}`, [...toData, say(smuggled(ending)), say('NOOP\r\n')], {
      codes: /^220 250 250 250 354 250 250$/,
      stored: 1,
    }),
  ),
  odd('an empty mail', [...toData, say('.\r\n')], { codes: /^220 250 250 250 354 250$/, stored: 1 }),
  odd('a mail of dots', [...toData, say(`${'..\r\n'.repeat(2_000)}.\r\n`)], {
    codes: /^220 250 250 250 354 250$/,
    stored: 1,
  }),
  odd('a mail of NULs', [...toData, say(`${'\0'.repeat(5_000)}\r\n.\r\n`)], {
    codes: /^220 250 250 250 354 250$/,
    stored: 1,
  }),
  odd('a mail that breaks off', [...toData, pipe('Subject: half\r\n\r\nte')], {
    codes: /^220 250 250 250 354$/,
    leaves: 'reset',
  }),
  odd('a mail that ends with FIN', [...toData, pipe('Subject: half\r\n\r\ntext\r\n')], {
    codes: /^220 250 250 250 354$/,
    leaves: 'end',
  }),
  odd('a mail without its last LF', [...toData, pipe('Subject: half\r\n\r\ntext\r\n.\r')], {
    codes: /^220 250 250 250 354$/,
    leaves: 'end',
  }),
  odd('a bare LF behind a command', [say('NOOP\n')], { codes: /^220 500$/, leaves: 'last' }),
  odd('a bare LF in a pipeline', [ehlo, say(`${envelope}DATA\n${mail}`)], {
    codes: /^220 250 250 250 500$/,
    leaves: 'last',
  }),
  odd('a bare CR in a command', [ehlo, say('MAIL FROM:<a@b.example>\rRCPT TO:<{inbox}>\r\n'), quit], {
    codes: /^220 250 500 221$/,
    leaves: 'last',
  }),
  odd('control characters in HELO', [say('EHLO a\x00b\x1b[31m\x07\r\n'), say('EHLO c\x7f\r\n')], {
    codes: /^220 500 500$/,
  }),
  odd('a reply in HELO', [say('EHLO x\r250 faked\r\n')], { codes: /^220 500$/ }),
  odd('a command line without end', [say('A'.repeat(40_000))], { codes: /^220 (?:421|500)$/, leaves: 'last' }),
  odd('a command of 2,049 bytes', [say(`NOOP ${'x'.repeat(2_042)}\r\n`)], {
    codes: /^220 (?:421|500)$/,
    leaves: 'last',
  }),
  odd('a command of 2,048 bytes', [say(`NOOP ${'x'.repeat(2_041)}\r\n`)], { codes: /^220 250$/ }),
  odd('commands in no order', [say('DATA\r\nRCPT TO:<{inbox}>\r\nMAIL FROM:<a@b.example>\r\n')], {
    codes: /^220 503 503 503$/,
  }),
  odd('two senders', [ehlo, say(`${envelope}MAIL FROM:<c@d.example>\r\n`)], { codes: /^220 250 250 250 503$/ }),
  odd('DATA after RSET', [ehlo, say(`${envelope}RSET\r\nDATA\r\n`)], { codes: /^220 250 250 250 250 503$/ }),
  odd('DATA after a second EHLO', [ehlo, say(`${envelope}EHLO again.test\r\nDATA\r\n`)], {
    codes: /^220 250 250 250 250 503$/,
  }),
  odd(
    'no recipient that is there',
    [ehlo, say('MAIL FROM:<>\r\nRCPT TO:<{unknown}>\r\nRCPT TO:<{foreign}>\r\nDATA\r\n')],
    {
      codes: /^220 250 250 550 550 503$/,
    },
  ),
  odd(
    'some recipients that are there',
    [ehlo, say('MAIL FROM:<>\r\nRCPT TO:<{unknown}>\r\nRCPT TO:<{inbox}>\r\n'), say('DATA\r\n'), say(mail)],
    {
      codes: /^220 250 250 550 250 354 250$/,
      stored: 1,
    },
  ),
  odd(
    'one recipient in three spellings',
    [ehlo, say(`${envelope}RCPT TO:<@relay.example:{inbox}>\r\nrcpt to:<{INBOX}>\r\n`), say('DATA\r\n'), say(mail)],
    { codes: /^220 250 250 250 250 250 354 250$/, stored: 1 },
  ),
  odd(
    'a recipient on a public domain',
    [ehlo, say('MAIL FROM:<>\r\nRCPT TO:<{public}>\r\n'), say('DATA\r\n'), say(mail)],
    {
      codes: /^220 250 250 250 354 250$/,
      stored: 1,
    },
  ),
  odd(
    'unknown parameters',
    [ehlo, say('MAIL FROM:<a@b.example> FOO=1\r\nMAIL FROM:<a@b.example> BODY=BINARYMIME\r\n')],
    {
      codes: /^220 250 555 555$/,
    },
  ),
  odd('a size beyond the limit', [ehlo, say('MAIL FROM:<a@b.example> SIZE=99999999999\r\n')], {
    codes: /^220 250 552$/,
  }),
  odd('a size that is none', [ehlo, say('MAIL FROM:<a@b.example> SIZE=1e9\r\n')], { codes: /^220 250 501$/ }),
  odd('more than was allowed', [...toData, say(`${'x'.repeat(98)}\r\n`.repeat(700)), say('.\r\n')], {
    codes: /^220 250 250 250 354 552$/,
  }),
  odd('far more than was allowed', [...toData, say(`${'x'.repeat(98)}\r\n`.repeat(2_000)), say('.\r\n')], {
    codes: /^220 250 250 250 354 552$/,
    leaves: 'last',
  }),
  odd(
    'commands that were never ours',
    [say('WIZ\r\nSHELL\r\nAUTH PLAIN AA==\r\nXCLIENT ADDR=1.2.3.4\r\nBDAT 5 LAST\r\nEXPN a\r\n')],
    {
      codes: /^220 502 502 502 502 502 502$/,
    },
  ),
  odd('a PROXY header from anybody', [say('PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n')], { codes: /^220 500$/ }),
  odd('a binary PROXY header from anybody', [say('\r\n\r\n\0\r\nQUIT\n!\x11\0\x0c')], {
    codes: /^220 500 500 500 500$/,
    leaves: 'last',
  }),
  odd('a browser', [say('POST / HTTP/1.1\r\nHost: mx.test\r\n\r\nMAIL FROM:<a@b.example>\r\n')], {
    codes: /^220 421$/,
    leaves: 'last',
  }),
  odd('a TLS handshake in the clear', [say('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n')], {
    codes: /^220 500$/,
    leaves: 'last',
  }),
  odd('ten unknown commands', [say('XYZZY\r\n'.repeat(12))], { codes: /^220 (?:500 ){9}421$/, leaves: 'last' }),
  odd('idle talk', [say('NOOP\r\n'.repeat(150))], { codes: /^220 (?:250 ){100}421$/, leaves: 'last' }),
  odd('a search for addresses', [ehlo, say(`MAIL FROM:<>\r\n${'RCPT TO:<{unknown}>\r\n'.repeat(30)}`)], {
    codes: /^220 250 250 (?:550 ){20}421$/,
    leaves: 'last',
  }),
  odd('a mail inside TLS', [ehlo, say('STARTTLS\r\n'), ...toData, say(mail), quit], {
    codes: /^220 250 220 250 250 250 354 250 221$/,
    stored: 1,
    leaves: 'last',
  }),
  odd('commands behind STARTTLS', [ehlo, say(`STARTTLS\r\n${'NOOP\r\n'.repeat(120)}${envelope}`), say('DATA\r\n')], {
    codes: /^220 250 220 503$/,
  }),
  odd('an envelope from before TLS', [ehlo, say(`${envelope}STARTTLS\r\n`), say('DATA\r\n'), say(envelope)], {
    codes: /^220 250 250 250 220 503 503 503$/,
  }),
  odd('STARTTLS inside TLS', [ehlo, say('STARTTLS\r\n'), ehlo, say('STARTTLS\r\n')], {
    codes: /^220 250 220 250 503$/,
  }),
  odd('no handshake behind STARTTLS', [ehlo, pipe('STARTTLS\r\n'), pipe('EHLO plain.test\r\n')], {
    codes: /^220 250 220(?: \d+)*$/,
    leaves: 'reset',
  }),
  odd('words behind QUIT', [say(`EHLO c.test\r\nQUIT\r\n${envelope}DATA\r\n${mail}`)], {
    codes: /^220 250 221$/,
    leaves: 'last',
  }),
]
