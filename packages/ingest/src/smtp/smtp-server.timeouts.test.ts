import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { resolveRecipient, startServer } from '../../test/started-server.ts'

const second = 1_000
const minute = 60 * second

test('an idle client gets 421 after five minutes, sooner where most connections are used', async () => {
  await using server = await startServer()
  await using nearlyFull = await startServer({ limits: { maxConnections: 1 } })
  await using idle = await server.peer()
  await using blocking = await nearlyFull.peer()

  server.advance(5 * minute + 1)
  nearlyFull.advance(20 * second + 1)

  expect(await idle.codesToTheEnd()).toEqual([421])
  expect(await blocking.codesToTheEnd()).toEqual([421])
})

test('a mail that comes too slowly is 421 and not stored', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await peer.begin()
  await peer.write('Subject: slow\r\n')

  server.advance(31 * second)

  expect(await peer.reply()).toMatch(/^421 4\.4\.2 /)
  expect(server.lost.map(({ reply }) => reply?.code)).toEqual([421])
})

test('stalled mails do not keep all memory: after twenty seconds other mails are accepted', async () => {
  await using server = await startServer({ limits: { dataMemoryBytes: 100_000 } })
  await using still = await server.peer()
  await using other = await server.peer()
  await still.begin()
  await still.write('x'.repeat(90_000))
  // There is room for more as long as a part of the 90,000 is on its way; the last 4 KiB may not be counted yet.
  await waitFor(async () => {
    const reply = await other.say('MAIL FROM:<a@b.example> SIZE=14100')
    if (reply.startsWith('250')) await other.say('RSET')
    return reply.startsWith('452')
  })

  server.advance(20 * second + 1)

  expect(await still.codesToTheEnd()).toEqual([421])
  await using later = await server.peer()
  expect(await later.say('MAIL FROM:<a@b.example> SIZE=50000')).toMatch(/^250 /)
})

test('a client that is never idle gets 421 after ten minutes, between its mails', async () => {
  await using server = await startServer()
  await using peer = await server.peer()

  for (let minutes = 0; minutes < 10; minutes += 4) {
    server.advance(4 * minute)
    if (minutes < 8) expect(await peer.say('NOOP')).toMatch(/^250 /)
  }

  expect(await peer.reply()).toMatch(/^421 4\.4\.2 /)
})

test('a look-up that does not end is 451, and its later result is ignored', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using server = await startServer({
    handlers: {
      async resolveRecipient(address) {
        if (address.startsWith('slow')) await promise
        return await resolveRecipient(address)
      },
    },
  })
  await using peer = await server.peer()
  await peer.say('MAIL FROM:<a@b.example>')
  await peer.write('RCPT TO:<slow@inlet.example>\r\nNOOP\r\n')
  // Asked and answered on another connection: by then the first is waiting.
  await using other = await server.peer()
  await other.say('NOOP')

  server.advance(31 * second)
  expect(await peer.reply()).toMatch(/^451 4\.3\.0 /)
  expect(await peer.reply()).toMatch(/^250 2\.0\.0 /)
  resolve()

  expect(await peer.say('DATA')).toMatch(/^503 /)
  const refused = server.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'recipient refused')
  expect(refused).toMatchObject([{ reply: 451, refusal: 'SERVICE_UNAVAILABLE' }])
  expect(await peer.say('RCPT TO:<code@inlet.example>')).toMatch(/^250 /)
  expect(await peer.say('DATA')).toMatch(/^354 /)
  await peer.write('x\r\n.\r\n')
  await peer.reply()
  expect(server.taken[0]?.mail.recipients.map(({ toAddr }) => toAddr)).toEqual(['code@inlet.example'])
})

test('a client that keeps its side open after its last reply is cut off half a minute later', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  const closed = new Promise((resolve) => peer.socket.once('close', resolve))
  await peer.say('QUIT')
  await peer.ended

  server.advance(31 * second)
  // It goes on sending until a reset shows that the connection is gone.
  const talk = () => void (peer.socket.destroyed || peer.socket.write('NOOP\r\n', () => setImmediate(talk)))
  talk()

  await closed
})
