import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startServer } from '../../test/started-server.ts'

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
  let heard = ''
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  for (const piece of pieces) if (socket.writable) await new Promise((resolve) => socket.write(piece, resolve))
  if (isReset) socket.resetAndDestroy()
  else socket.end()
  await closed
  return heard
}

test('whatever a client sends, it hears well-formed replies and the next one is served', async () => {
  await using server = await startServer({ limits: { maxBytes: 2_000, overrunBytes: 100 } })

  await fc.assert(
    fc.asyncProperty(chunks, fc.boolean(), async (pieces, isReset) => {
      const heard = await play(server.port, pieces, isReset)
      // Behind STARTTLS come records of TLS.
      const inTheClear = heard.split('220 2.0.0 Ready to start TLS\r\n')[0] ?? ''
      expect(inTheClear).toMatch(/^(?:[2345]\d\d[ -][\x20-\x7e]*\r\n)*$/)
    }),
    { numRuns: 60 },
  )

  await using honest = await server.peer()
  expect(await honest.begin()).toMatch(/^354 /)
  await honest.write('Subject: x\r\n\r\n.\r\n')
  expect(await honest.reply()).toMatch(/^250 2\.6\.0 /)
  for (const written of server.lines) expect(() => JSON.parse(written)).not.toThrow()
})
