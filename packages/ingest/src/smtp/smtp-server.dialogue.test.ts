import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { resolveRecipient, startServer } from '../../test/started-server.ts'

test('replies carry an enhanced code; greeting, EHLO, HELO and 354 carry none', async () => {
  await using server = await startServer()
  await using peer = await server.peer({ isGreeted: false })

  expect(await peer.reply()).toBe('220 mx.test ESMTP ready')
  expect(await peer.say('HELO client.test')).toBe('250 mx.test at your service')
  expect((await peer.say('EHLO client.test')).split('\r\n')).toEqual([
    '250-mx.test at your service',
    '250-PIPELINING',
    '250-8BITMIME',
    '250-SMTPUTF8',
    '250-ENHANCEDSTATUSCODES',
    '250-SIZE 26214400',
    '250 STARTTLS',
  ])
  expect(await peer.say('mail from:<a@b.example>')).toMatch(/^250 2\.1\.0 /)
  expect(await peer.say('rcpt to:<code@inlet.example>')).toMatch(/^250 2\.1\.5 /)
  expect(await peer.say('data')).toMatch(/^354 (?!\d\.)/)
  await peer.write('Subject: x\r\n\r\nText\r\n.\r\n')
  expect(await peer.reply()).toMatch(/^250 2\.6\.0 /)
  expect(await peer.say('quit')).toMatch(/^221 2\.0\.0 /)
  await peer.ended
})

test('VRFY reveals nothing, a known but unsupported command is 502, an unknown one 500', async () => {
  await using server = await startServer()
  await using peer = await server.peer()

  expect(await peer.say('VRFY code')).toMatch(/^252 2\.1\.5 /)
  expect(await peer.say('VRFY unknown')).toBe(await peer.say('VRFY code'))
  for (const line of [
    'EXPN all',
    'HELP',
    'AUTH PLAIN AGEAYg==',
    'BDAT 3 LAST',
    'ETRN x',
    'WIZ',
    'SHELL',
    'KILL',
    'XCLIENT ADDR=1.2.3.4',
  ]) {
    expect(await peer.say(line), line).toMatch(/^502 5\.5\.1 /)
  }
  expect(await peer.say('FROBNICATE')).toMatch(/^500 5\.5\.1 /)
})

test('a parameter that we do not know is 555, one that makes no sense 501', async () => {
  await using server = await startServer()
  await using peer = await server.peer()

  expect(await peer.say('MAIL FROM:<a@b.example> FOO=1')).toMatch(/^555 5\.5\.4 /)
  expect(await peer.say('MAIL FROM:<a@b.example> BODY=BINARYMIME')).toMatch(/^555 5\.5\.4 /)
  expect(await peer.say('MAIL FROM:<a@b.example> SIZE=x')).toMatch(/^501 5\.5\.4 /)
  expect(await peer.say('MAIL FROM:<a@b.example> SIZE=10 BODY=8BITMIME SMTPUTF8')).toMatch(/^250 /)
  expect(await peer.say('RCPT TO:<code@inlet.example> NOTIFY=NEVER')).toMatch(/^555 5\.5\.4 /)
})

test('a non-ASCII host needs SMTPUTF8, and its spelling does not match an ASCII one accepted before', async () => {
  const asked: string[] = []
  await using server = await startServer({
    handlers: {
      async resolveRecipient(address) {
        asked.push(address)
        return resolveRecipient('code@inlet.example')
      },
    },
  })
  await using peer = await server.peer()

  await peer.say('MAIL FROM:<a@b.example>')
  expect(await peer.say('RCPT TO:<code@bücher.example>')).toMatch(/^550 5\.6\.7 /)
  await peer.say('RSET')
  await peer.say('MAIL FROM:<a@b.example> SMTPUTF8')
  expect(await peer.say('RCPT TO:<code@bücher.example>')).toMatch(/^250 /)
  await peer.say('RCPT TO:<k@inlet.example>')
  await peer.say('RCPT TO:<\u212a@inlet.example>')
  await peer.say('RCPT TO:<K@inlet.example>')

  expect(asked).toEqual(['code@bücher.example', 'k@inlet.example', '\u212a@inlet.example'])
  expect(await peer.say('QU\u0131T')).toMatch(/^500 /)
})

test('commands sent together are answered in their order and in one write, look-ups included', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  const before = peer.chunks.length

  await peer.write(
    'MAIL FROM:<a@b.example>\r\nRCPT TO:<code@inlet.example>\r\nRCPT TO:<unknown@inlet.example>\r\nRCPT TO:<other@inlet.example>\r\nDATA\r\n',
  )
  const replies = [await peer.reply(), await peer.reply(), await peer.reply(), await peer.reply(), await peer.reply()]

  expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '550', '250', '354'])
  expect(peer.chunks.length - before).toBe(1)
})

test('replies before a slow look-up are sent while it runs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using server = await startServer({
    handlers: {
      async resolveRecipient() {
        await promise
        throw new Error('away')
      },
    },
  })
  await using peer = await server.peer()

  await peer.write('MAIL FROM:<a@b.example>\r\nRCPT TO:<code@inlet.example>\r\nNOOP\r\n')

  expect(await peer.reply()).toMatch(/^250 2\.1\.0 /)
  resolve()
  expect(await peer.reply()).toMatch(/^451 4\.3\.0 /)
  expect(await peer.reply()).toMatch(/^250 2\.0\.0 /)
})

test('an unexpected error is 451 without details', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await peer.say('MAIL FROM:<a@b.example>')

  expect(await peer.say('RCPT TO:<broken@inlet.example>')).toBe('451 4.3.0 Local error, try again later')
})

test('a mail that is sent before the 354 is 503 and closes the connection', async () => {
  await using server = await startServer()
  await using peer = await server.peer()

  await peer.write('MAIL FROM:<a@b.example>\r\nRCPT TO:<code@inlet.example>\r\nDATA\r\nSubject: x\r\n\r\n.\r\n')

  expect(await peer.codesToTheEnd()).toEqual([250, 250, 503])
  expect(server.taken).toEqual([])
})

test('a refused DATA begins no mail: the lines behind it are commands', async () => {
  await using server = await startServer()
  await using peer = await server.peer()

  await peer.write('MAIL FROM:<a@b.example>\r\nRCPT TO:<unknown@inlet.example>\r\nDATA\r\nRSET\r\nQUIT\r\n')

  expect(await peer.codesToTheEnd()).toEqual([250, 550, 503, 250, 221])
})

test('without a greeting delay a whole session may be written at once', async () => {
  await using server = await startServer()
  await using peer = await server.peer({ first: 'EHLO client.test\r\nNOOP\r\nQUIT\r\n' })

  expect(await peer.codesToTheEnd()).toEqual([220, 250, 250, 221])
})

test('with a greeting delay, a client that sends before the greeting gets 421', async () => {
  await using slow = await startServer({ limits: { greetingDelayMs: 600_000 } })
  await using quick = await startServer({ limits: { greetingDelayMs: 1 } })
  await using early = await slow.peer({ first: 'EHLO client.test\r\n' })
  await using patient = await quick.peer({ isGreeted: false })

  expect(await early.reply()).toMatch(/^421 4\.7\.0 /)
  await early.ended
  expect(await patient.reply()).toMatch(/^220 /)
})

test('a bare LF ends no command: 500 and the connection closes', async () => {
  await using server = await startServer()
  await using peer = await server.peer()

  await peer.write('NOOP\nNOOP\r\n')

  expect(await peer.codesToTheEnd()).toEqual([500])
})

test('a line of 2,048 bytes is read; a longer one is 500 and closes the connection before the line ends', async () => {
  await using server = await startServer()
  await using longest = await server.peer()
  await using tooLong = await server.peer()
  await using endless = await server.peer()

  expect(await longest.say(`NOOP ${'x'.repeat(2_048 - 7)}`)).toMatch(/^250 /)
  expect(await tooLong.say(`NOOP ${'x'.repeat(2_048 - 6)}`)).toMatch(/^500 5\.5\.2 /)
  await tooLong.ended
  await endless.write('x'.repeat(100_000))
  expect(await endless.codesToTheEnd()).toEqual([500])
})

test('commands may arrive byte by byte', async () => {
  await using server = await startServer()
  await using peer = await server.peer()

  for (const byte of 'EHLO other.test\r\nMAIL FROM:<a@b.example>\r\n') await peer.write(byte)

  expect(await peer.reply()).toMatch(/^250-mx\.test/)
  expect(await peer.reply()).toMatch(/^250 2\.1\.0 /)
})

test('HTTP is refused at its first line', async () => {
  await using server = await startServer()
  await using peer = await server.peer({ first: 'POST / HTTP/1.1\r\nHost: x\r\n\r\nMAIL FROM:<a@b.example>\r\n' })

  expect(await peer.codesToTheEnd()).toEqual([220, 421])
})

test('a client that closes its side behind the final dot still gets the reply', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using server = await startServer({
    handlers: {
      async receiveMail() {
        await promise
        return { code: 250, wire: '250 2.6.0 Stored\r\n', next: 'command', limit: null }
      },
    },
  })
  await using peer = await server.peer()
  await peer.begin()

  peer.socket.end('Subject: x\r\n\r\n.\r\n')
  setImmediate(resolve)

  expect(await peer.codesToTheEnd()).toEqual([250])
})

test('a mail without its final dot is not stored, whether its sender closes or resets the connection', async () => {
  await using server = await startServer()
  const [polite, rude] = [await server.peer(), await server.peer()]
  for (const peer of [polite, rude]) {
    await peer.begin()
    await peer.write('Subject: x\r\n\r\nHalf')
  }

  polite.socket.end()
  rude.socket.resetAndDestroy()

  await waitFor(() => server.lost.length === 2)
  expect(server.lost.map(({ reply }) => reply)).toEqual([null, null])
  expect(server.taken).toEqual([])
})

test('the envelope has sender, HELO and client; the request id names the connection and the position of the mail in it', async () => {
  await using server = await startServer()
  await using peer = await server.peer()

  for (const _ of [1, 2]) {
    await peer.begin()
    await peer.write('Subject: x\r\n.\r\n')
    await peer.reply()
  }

  const envelope = { mailFrom: 'sender@elsewhere.example', clientIp: '127.0.0.1', helo: 'client.test', isTls: false }
  expect(server.taken.map(({ mail }) => mail)).toMatchObject([
    { requestId: 'session1.1', envelope },
    { requestId: 'session1.2', envelope },
  ])
  expect(server.taken.map(({ raw }) => raw.toString())).toEqual(['Subject: x\r\n', 'Subject: x\r\n'])
})

test('no reply repeats what a client sends, and no log line is broken by it', async () => {
  await using server = await startServer()
  const odd = [
    '\u0007\u0000',
    'EHLO \u001b[2J',
    'MAIL FROM:<x\r250 ok>',
    'RCPT TO:<\u00e9\ud83d\udce7@x>',
    'VRFY {"a":1}',
    'zebra',
  ]
  for (const line of odd) {
    await using peer = await server.peer()
    const reply = await peer.say(line)
    expect(reply, JSON.stringify(line)).toMatch(/^[25]\d\d [\x20-\x7e]*$/)
    expect(reply).not.toMatch(/zebra|250 ok|\{/)
  }

  for (const line of server.lines) expect(() => JSON.parse(line)).not.toThrow()
})
