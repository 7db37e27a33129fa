import { expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const replies = (codes: string) => codes.split(' ').map((code) => ({ code: Number(code), lines: ['text'] }))
const read = (sent: string, codes: string) => readTranscript({ sent, replies: replies(codes), isTls: false })

const envelope =
  'EHLO c\r\nMAIL FROM:<>\r\nRCPT TO:<A+Tag@b.example>\r\nRCPT TO:<@r.example:a+tag@B.example>\r\nDATA\r\n'

test('a mail is what stands between 354 and the final dot, for those who were accepted', () => {
  const { mails, state, errors } = read(`${envelope}..x\r\n.y\r\n.\r\nQUIT\r\n`, '220 250 250 250 250 354 250 221')

  expect(mails).toEqual([{ raw: '.x\r\ny\r\n', recipients: ['a+tag@b.example'], replyCode: 250 }])
  expect({ state, errors }).toEqual({ state: 'quiet', errors: [] })
})

test('who was refused, or accepted before a RSET, is no recipient', () => {
  const { mails } = read(
    'EHLO c\r\nRCPT TO:<a@b.example>\r\nRSET\r\nRCPT TO:<c@b.example>\r\nRCPT TO:<d@b.example>\r\nDATA\r\n.\r\n',
    '220 250 250 250 550 250 354 250',
  )

  expect(mails).toEqual([{ raw: '', recipients: ['d@b.example'], replyCode: 250 }])
})

test.each([
  { due: 'the greeting', sent: '', codes: '', state: 'due' },
  { due: 'the reply to a line', sent: 'NOOP\r\nNOOP\r\n', codes: '220 250', state: 'due' },
  { due: 'the reply to a line that no CRLF ends', sent: 'NOOP\n', codes: '220', state: 'due' },
  { due: 'nothing to half a line', sent: 'NOO', codes: '220', state: 'quiet' },
  { due: 'nothing to half a mail', sent: `${envelope}x\r\n.\r`, codes: '220 250 250 250 250 354', state: 'quiet' },
  { due: 'the reply to a mail', sent: `${envelope}x\r\n.\r\n`, codes: '220 250 250 250 250 354', state: 'due' },
  { due: 'nothing behind QUIT', sent: 'QUIT\r\nNOOP\r\n', codes: '220 221', state: 'quiet' },
  { due: 'a handshake', sent: 'STARTTLS\r\nNOOP\r\n', codes: '220 220', state: 'tls' },
])('$due is due', ({ sent, codes, state }) => {
  const received = codes === '' ? [] : replies(codes)

  expect(readTranscript({ sent, replies: received, isTls: false })).toMatchObject({ state, errors: [] })
})

test('a mail whose reply did not come is known as one', () => {
  expect(read(`${envelope}x\r\n.\r\n`, '220 250 250 250 250 354').mails).toMatchObject([{ replyCode: null }])
})

test.each([
  ['a reply to no command', 'NOOP\r\n', '220 250 250'],
  ['a 250 for half a mail', `${envelope}x\r\n\n.\r\n`, '220 250 250 250 250 354 250'],
  ['a good reply to a bare LF', 'NOOP\n', '220 250'],
  ['a good reply to an endless line', 'x'.repeat(3_000), '220 250'],
  ['354 to another command', 'NOOP\r\n', '220 354'],
  ['a reply to what stood behind STARTTLS', 'STARTTLS\r\nNOOP\r\n', '220 220 250'],
])('%s is an error', (_, sent, codes) => {
  expect(read(sent, codes).errors).toHaveLength(1)
})
