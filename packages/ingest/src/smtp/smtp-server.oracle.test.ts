import { once } from 'node:events'
import { waitFor } from '@inlet/testkit'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { smtpPeer } from '../../test/smtp-peer.ts'
import { resolveRecipient, startServer } from '../../test/started-server.ts'
import { SmtpRefusal } from './smtp-refusal.ts'

// The same dialogues with another implementation and the same recipients. Where our replies differ, the reason is given.

interface Dialogue {
  says: string
  /** Lines, each written with CRLF; one that brings its own end is written as it is. */
  lines: string[]
  /** Only where ours differ: what we say, and why. */
  ours?: { codes: number[]; because: string }
}

const mail = ['MAIL FROM:<a@b.example>', 'RCPT TO:<code@inlet.example>']
const text = 'Subject: x\r\n\r\nText\r\n.\r\n'

const dialogues: Dialogue[] = [
  { says: 'a mail', lines: ['EHLO x', ...mail, 'DATA', text, 'QUIT'] },
  { says: 'a mail after HELO', lines: ['HELO x', ...mail, 'DATA', text, 'QUIT'] },
  { says: 'two mails', lines: ['EHLO x', ...mail, 'DATA', text, ...mail, 'DATA', text, 'QUIT'] },
  { says: 'an empty mail', lines: ['EHLO x', ...mail, 'DATA', '.', 'QUIT'] },
  {
    says: 'lower case',
    lines: ['ehlo x', 'mail from:<a@b.example>', 'rcpt to:<code@inlet.example>', 'data', text, 'quit'],
  },
  {
    says: 'spaces behind the colon and the line',
    lines: ['EHLO x', 'MAIL FROM: <a@b.example>', 'RCPT TO: <code@inlet.example> ', 'QUIT'],
  },
  { says: 'the null sender', lines: ['EHLO x', 'MAIL FROM:<>', 'RCPT TO:<code@inlet.example>', 'DATA', text, 'QUIT'] },
  {
    says: 'an unknown recipient beside a known one',
    lines: ['EHLO x', ...mail, 'RCPT TO:<unknown@inlet.example>', 'DATA', text, 'QUIT'],
  },
  {
    says: 'only unknown recipients',
    lines: ['EHLO x', 'MAIL FROM:<a@b.example>', 'RCPT TO:<unknown@inlet.example>', 'DATA', 'QUIT'],
  },
  { says: 'MAIL without EHLO', lines: ['MAIL FROM:<a@b.example>', 'QUIT'] },
  { says: 'RCPT without MAIL', lines: ['EHLO x', 'RCPT TO:<code@inlet.example>', 'QUIT'] },
  { says: 'DATA without RCPT', lines: ['EHLO x', 'MAIL FROM:<a@b.example>', 'DATA', 'QUIT'] },
  { says: 'MAIL twice', lines: ['EHLO x', 'MAIL FROM:<a@b.example>', 'MAIL FROM:<a@b.example>', 'QUIT'] },
  { says: 'RSET in between', lines: ['EHLO x', ...mail, 'RSET', 'DATA', ...mail, 'DATA', text, 'QUIT'] },
  { says: 'EHLO in between', lines: ['EHLO x', ...mail, 'EHLO y', 'DATA', 'QUIT'] },
  { says: 'EHLO without a name', lines: ['EHLO', 'QUIT'] },
  { says: 'NOOP with words', lines: ['EHLO x', 'NOOP what', 'QUIT'] },
  { says: 'VRFY', lines: ['EHLO x', 'VRFY code', 'QUIT'] },
  { says: 'a size within the limit', lines: ['EHLO x', 'MAIL FROM:<a@b.example> SIZE=1000 BODY=8BITMIME', 'QUIT'] },
  { says: 'a size above the limit', lines: ['EHLO x', 'MAIL FROM:<a@b.example> SIZE=10001', 'QUIT'] },
  { says: 'a size that is none', lines: ['EHLO x', 'MAIL FROM:<a@b.example> SIZE=x', 'QUIT'] },
  { says: 'a parameter twice', lines: ['EHLO x', 'MAIL FROM:<a@b.example> SIZE=1 SIZE=2', 'QUIT'] },
  { says: 'a mail above the limit', lines: ['EHLO x', ...mail, 'DATA', `${'x'.repeat(10_001)}\r\n.\r\n`, 'QUIT'] },
  { says: 'a sender without brackets', lines: ['EHLO x', 'MAIL FROM:a@b.example', 'QUIT'] },
  { says: 'a sender without a domain', lines: ['EHLO x', 'MAIL FROM:<a>', 'QUIT'] },
  {
    says: 'a source route',
    lines: [
      'EHLO x',
      'MAIL FROM:<@c.example,@d.example:a@b.example>',
      'RCPT TO:<@c.example:code@inlet.example>',
      'DATA',
      text,
      'QUIT',
    ],
  },
  { says: 'STARTTLS with words', lines: ['EHLO x', 'STARTTLS now', 'QUIT'] },
  { says: 'HTTP', lines: ['GET / HTTP/1.1'] },
  { says: 'unknown commands', lines: ['EHLO x', ...Array.from({ length: 10 }, () => 'FROB')] },
  {
    says: 'AUTH',
    lines: ['EHLO x', 'AUTH PLAIN AGEAYg==', 'QUIT'],
    ours: { codes: [220, 250, 502, 221], because: 'row 28: known, and not here' },
  },
  {
    says: 'WIZ',
    lines: ['EHLO x', 'WIZ a', 'QUIT'],
    ours: { codes: [220, 250, 502, 221], because: 'row 28: known, and not here' },
  },
  {
    says: 'BDAT',
    lines: ['EHLO x', 'BDAT 0 LAST', 'QUIT'],
    ours: { codes: [220, 250, 502, 221], because: 'row 13: CHUNKING is not offered' },
  },
  { says: 'EXPN', lines: ['EHLO x', 'EXPN all', 'QUIT'], ours: { codes: [220, 250, 502, 221], because: 'row 29' } },
  { says: 'HELP', lines: ['EHLO x', 'HELP', 'QUIT'], ours: { codes: [220, 250, 502, 221], because: 'row 28' } },
  {
    says: 'an unknown parameter',
    lines: ['EHLO x', 'MAIL FROM:<a@b.example> FOO=1', 'QUIT'],
    ours: { codes: [220, 250, 555, 221], because: 'row 14' },
  },
  {
    says: 'BINARYMIME',
    lines: ['EHLO x', 'MAIL FROM:<a@b.example> BODY=BINARYMIME', 'QUIT'],
    ours: { codes: [220, 250, 555, 221], because: 'rows 13 and 14' },
  },
  {
    says: 'DSN parameters',
    lines: ['EHLO x', 'MAIL FROM:<a@b.example> RET=HDRS ENVID=x', 'QUIT'],
    ours: { codes: [220, 250, 555, 221], because: 'rows 7 and 14' },
  },
  { says: 'a bare LF', lines: ['EHLO x', 'NOOP\nNOOP\r\n'], ours: { codes: [220, 250, 500], because: 'row 19' } },
  {
    says: 'a recipient that is no path',
    lines: ['EHLO x', 'MAIL FROM:<a@b.example>', 'RCPT TO:<code@@inlet>', 'RCPT TO:code', 'RCPT TO:<>', 'QUIT'],
    ours: {
      codes: [220, 250, 250, 250, 550, 550, 221],
      because: 'row 10: what no address can be is 550 5.1.3; the last @ divides',
    },
  },
  { says: 'the bare postmaster', lines: ['EHLO x', 'MAIL FROM:<a@b.example>', 'RCPT TO:<Postmaster>', 'QUIT'] },
  {
    says: 'DATA with words',
    lines: ['EHLO x', ...mail, 'DATA now', '.', 'QUIT'],
    ours: { codes: [220, 250, 250, 250, 501, 500, 221], because: 'RFC 5321 §4.1.1.4: no argument' },
  },
  { says: 'VRFY without words', lines: ['EHLO x', 'VRFY', 'QUIT'] },
]

/** The reply codes to each line, until the server closes or all lines were sent. */
async function replyCodes(port: number, lines: string[]): Promise<number[]> {
  await using peer = await smtpPeer(port, { isGreeted: false })
  const codes: number[] = [codeOf(await peer.reply())]
  for (const line of lines) {
    await peer.write(line.endsWith('\n') ? line : line === '.' ? '.\r\n' : `${line}\r\n`)
    codes.push(codeOf(await peer.reply()))
    if ([221, 421].includes(codes.at(-1) ?? 0)) break
  }
  return codes
}

const codeOf = (reply: string) => Number(reply.split('\r\n').at(-1)?.slice(0, 3))

async function startOracle() {
  const server = new SMTPServer({
    name: 'mx.test',
    size: 10_000,
    disableReverseLookup: true,
    authOptional: true,
    lenientAddressParsing: true,
    logger: false,
    onRcptTo({ address }, _session, reply) {
      if (address.toLowerCase() === 'postmaster') return reply(new SmtpRefusal('NOT_FOUND', 'No such mailbox'))
      resolveRecipient(address).then(() => reply(), reply)
    },
    onData(stream, _session, reply) {
      stream.resume()
      stream.on('end', () => reply(stream.sizeExceeded ? new SmtpRefusal('PAYLOAD_TOO_LARGE', 'Too large') : null))
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const port = await waitFor(() => {
    const address = server.server.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  })
  return {
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test.for(dialogues)('another server and ours answer alike, or we know why not: $says', async ({ lines, ours }) => {
  await using oracle = await startOracle()
  await using server = await startServer({ limits: { maxBytes: 10_000 } })

  const [theirs, codes] = await Promise.all([replyCodes(oracle.port, lines), replyCodes(server.port, lines)])

  if (ours) {
    expect(codes, ours.because).toEqual(ours.codes)
    expect(theirs, 'no longer a difference').not.toEqual(ours.codes)
  } else {
    expect(codes).toEqual(theirs)
  }
})
