import { once } from 'node:events'
import { connect } from 'node:net'
import { waitFor } from '@inlet/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startServer } from '../../test/started-server.ts'
import { replies } from './replies.ts'

const command = fc.constantFrom(
  ...['EHLO x', 'HELO y', 'MAIL FROM:<a@b.example>', 'RCPT TO:<code@inlet.example>', 'RCPT TO:<broken@x>', 'DATA'],
  ...[
    'Subject: x',
    '.',
    '..',
    '',
    'RSET',
    'NOOP',
    'STARTTLS',
    'PROXY TCP4 1.2.3.4 1.2.3.4 1 1',
    'BDAT 5',
    'VRFY a',
    'QUIT',
  ],
)
const line = fc
  .tuple(command, fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', ''))
  .map(([said, end]) => Buffer.from(said + end))
const bytes = fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each))
const chunks = fc.array(fc.oneof({ weight: 4, arbitrary: line }, { weight: 1, arbitrary: bytes }), { maxLength: 25 })

/** Writes everything, in as many pieces, and listens until the server has closed or the client has. */
async function play(port: number, pieces: Buffer[], isReset: boolean): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port })
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  // Not by `once`, for which a reset is an error.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  for (const piece of pieces) if (socket.writable) await new Promise((resolve) => socket.write(piece, resolve))
  if (isReset) socket.resetAndDestroy()
  else socket.end()
  await closed
  return received
}

test('for any input the replies are well-formed, and nothing is held afterwards', async () => {
  await using server = await startServer({
    limits: {
      ...{ maxBytes: 2_000, overrunBytes: 100, dataMemoryBytes: 2_000, clientMemoryShare: 1 },
      ...{ connectionsPerClient: 10, connectionsPerMinutePerClient: 1e9, copiesPerMinutePerClient: 1e9 },
    },
    settings: { exempt: [] },
  })

  await fc.assert(
    fc.asyncProperty(chunks, fc.boolean(), async (pieces, isReset) => {
      const received = await play(server.port, pieces, isReset)
      // Behind STARTTLS come records of TLS.
      const inTheClear = received.split('220 2.0.0 Ready to start TLS\r\n')[0] ?? ''
      expect(inTheClear).toMatch(/^(?:[2345]\d\d[ -][\x20-\x7e]*\r\n)*$/)
    }),
    { numRuns: 60 },
  )

  // One place that was not given back would be one too few now, and so would one byte.
  await waitFor(async () => {
    const peers = await Promise.all(Array.from({ length: 10 }, () => server.peer({ isGreeted: false })))
    const greetings = await Promise.all(peers.map((peer) => peer.reply()))
    for (const { socket } of peers) socket.destroy()
    return greetings.every((greeting) => greeting.startsWith('220'))
  })
  const peer = await waitFor(async () => {
    const peer = await server.peer({ isGreeted: false })
    return (await peer.reply()).startsWith('220') ? peer : null
  })
  await peer.say('EHLO client.test')
  expect(await peer.say('MAIL FROM:<a@b.example> SIZE=2000')).toMatch(/^250 /)
  expect(await peer.say('RSET')).toMatch(/^250 /)
  expect(await peer.begin()).toMatch(/^354 /)
  await peer.write('Subject: x\r\n\r\n.\r\n')
  expect(await peer.reply()).toMatch(/^250 2\.6\.0 /)
  for (const written of server.lines) expect(() => JSON.parse(written)).not.toThrow()
})

test('an unexpected error ends its own connection without a reply, and releases what it held', async () => {
  let isBroken = true
  await using server = await startServer({
    limits: { dataMemoryBytes: 30_000 },
    lateness() {
      if (isBroken && server.taken.length > 0) throw new TypeError('in an event of the socket')
      return 'none'
    },
    handlers: {
      async receiveMail(mail, raw) {
        server.taken.push({ mail, raw })
        if (isBroken) throw new TypeError('behind a promise')
        return replies.stored
      },
    },
  })
  await using committing = await server.peer()
  await using commanding = await server.peer()
  await committing.begin()
  await committing.write(`${'x'.repeat(20_000)}\r\n.\r\n`)
  await committing.ended
  await commanding.write('MAIL FROM:<a@b.example>\r\n')
  await commanding.ended
  isBroken = false
  await using peer = await server.peer()
  await peer.begin()
  await peer.write(`${'x'.repeat(20_000)}\r\n.\r\n`)

  expect(await peer.reply()).toMatch(/^250 /)
  expect([await committing.codesToTheEnd(), await commanding.codesToTheEnd()]).toEqual([[], []])
  expect(server.lines.filter((line) => line.includes('smtp connection broken'))).toHaveLength(2)
})
