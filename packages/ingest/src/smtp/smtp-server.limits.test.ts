import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { deliver } from '../../test/smtp-peer.ts'
import { startServer } from '../../test/started-server.ts'
import type { Lateness } from './guards/overload.ts'

test('the allowed number of connections is admitted; the next gets 421 until one closes', async () => {
  await using server = await startServer({ limits: { maxConnections: 2 } })
  await using first = await server.peer()
  await using second = await server.peer()
  await using third = await server.peer({ isGreeted: false })

  expect(await third.reply()).toMatch(/^421 4\.3\.2 /)
  await third.ended
  expect(await second.say('NOOP')).toMatch(/^250 /)
  await first.say('QUIT')
  first.socket.end()
  await waitFor(async () => {
    await using again = await server.peer({ isGreeted: false })
    return (await again.reply()).startsWith('220')
  })
})

test('one client has a limited number of connections at a time; an exempt one has no limit', async () => {
  await using server = await startServer({ limits: { connectionsPerClient: 2 }, settings: { exempt: [] } })
  await using exempting = await startServer({ limits: { connectionsPerClient: 2 } })
  await using _one = await server.peer()
  await using _two = await server.peer()
  await using three = await server.peer({ isGreeted: false })
  const many = await Promise.all([1, 2, 3, 4].map(() => exempting.peer()))

  expect(await three.reply()).toMatch(/^421 4\.7\.0 /)
  expect(await Promise.all(many.map((peer) => peer.say('NOOP')))).toHaveLength(4)
  for (const { socket } of many) socket.destroy()
})

test('one client opens a limited number of connections a minute, and again in the next', async () => {
  await using server = await startServer({ limits: { connectionsPerMinutePerClient: 2 }, settings: { exempt: [] } })
  for (const _ of [1, 2]) {
    await using peer = await server.peer()
    await peer.say('QUIT')
  }
  await using refused = await server.peer({ isGreeted: false })

  expect(await refused.reply()).toMatch(/^421 4\.7\.0 /)
  server.advance(60_000)
  await using later = await server.peer({ isGreeted: false })
  expect(await later.reply()).toMatch(/^220 /)
})

test('a client over its mails per minute gets 451 and may send the same mail later; an exempt client never does', async () => {
  await using server = await startServer({ limits: { copiesPerMinutePerClient: 6 }, settings: { exempt: [] } })
  await using exempting = await startServer({ limits: { copiesPerMinutePerClient: 6 } })
  await using peer = await server.peer()
  await using friend = await exempting.peer()

  for (const _ of [1, 2]) expect(await deliver(peer)).toMatch(/^250 /)
  expect(await peer.say('MAIL FROM:<a@b.example>')).toMatch(/^451 4\.7\.1 /)
  server.advance(10_000)
  expect(await deliver(peer)).toMatch(/^250 /)
  for (const _ of [1, 2, 3, 4]) expect(await deliver(friend)).toMatch(/^250 /)
})

test('after a limited number of mails a connection gets 421', async () => {
  await using server = await startServer({ limits: { mailsPerConnection: 2 } })
  await using peer = await server.peer()

  expect(await deliver(peer)).toMatch(/^250 /)
  expect(await deliver(peer)).toMatch(/^250 /)
  expect(await peer.say('MAIL FROM:<a@b.example>')).toMatch(/^421 4\.7\.0 /)
  await peer.ended
})

test('too many commands without a mail are 421; a mail between them resets the count', async () => {
  await using server = await startServer({ limits: { otherCommandsBetweenMails: 3 } })
  await using peer = await server.peer()

  // EHLO was the first.
  for (const line of ['NOOP', 'RSET']) expect(await peer.say(line)).toMatch(/^250 /)
  expect(await deliver(peer)).toMatch(/^250 /)
  for (const line of ['NOOP', 'VRFY x', 'HELO x']) expect(await peer.say(line)).toMatch(/^25/)
  expect(await peer.say('NOOP')).toMatch(/^421 4\.7\.0 /)
  await peer.ended
})

test('the tenth unknown command is 421, and so is the tenth invalid line', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await using noise = await server.peer()

  await peer.write('FROB\r\n'.repeat(11))
  await noise.write('\u0001\r\n'.repeat(11))

  expect(await peer.codesToTheEnd()).toEqual([...Array.from({ length: 9 }, () => 500), 421])
  expect(await noise.codesToTheEnd()).toEqual([...Array.from({ length: 9 }, () => 500), 421])
})

test('more than twenty unknown recipients are 421 (address harvesting)', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await peer.say('MAIL FROM:<a@b.example>')

  await peer.write(Array.from({ length: 25 }, (_, index) => `RCPT TO:<unknown${index}@inlet.example>\r\n`).join(''))

  expect(await peer.codesToTheEnd()).toEqual([...Array.from({ length: 20 }, () => 550), 421])
})

test('temporary failures of recipients do not count against the client', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await peer.say('MAIL FROM:<a@b.example>')

  for (let count = 0; count < 25; count += 1) {
    expect(await peer.say('RCPT TO:<broken@inlet.example>')).toMatch(/^451 /)
  }
  expect(await peer.say('RCPT TO:<code@inlet.example>')).toMatch(/^250 /)
})

test('a hundred recipients are accepted; the rest of a longer list is 452 and the mail goes to the hundred', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await peer.say('MAIL FROM:<a@b.example>')

  await peer.write(Array.from({ length: 300 }, (_, index) => `RCPT TO:<code${index}@inlet.example>\r\n`).join(''))
  const replies: string[] = []
  while (replies.length < 300) replies.push((await peer.reply()).slice(0, 9))

  expect(replies).toEqual(Array.from({ length: 300 }, (_, index) => (index < 100 ? '250 2.1.5' : '452 4.5.3')))
  expect(await peer.say('DATA')).toMatch(/^354 /)
  await peer.write('x\r\n.\r\n')
  expect(await peer.reply()).toMatch(/^250 /)
  expect(server.taken[0]?.mail.recipients).toHaveLength(100)
})

test('too many RCPT commands are 421', async () => {
  await using server = await startServer({ limits: { recipientCommands: 5 } })
  await using peer = await server.peer()
  await peer.say('MAIL FROM:<a@b.example>')

  await peer.write('RCPT TO:<code@inlet.example>\r\n'.repeat(6))

  expect(await peer.codesToTheEnd()).toEqual([250, 250, 250, 250, 250, 421])
})

test('a mail slightly too large is 552 and the connection goes on; one that does not end is cut off', async () => {
  await using server = await startServer({ limits: { maxBytes: 10_000, overrunBytes: 10_000 } })
  await using peer = await server.peer()

  expect(await deliver(peer, `${'x'.repeat(9_998)}\r\n`)).toMatch(/^250 /)
  expect(await deliver(peer, `${'x'.repeat(9_999)}\r\n`)).toMatch(/^552 5\.3\.4 /)
  await peer.begin()
  await peer.write('x'.repeat(30_000))
  expect(await peer.codesToTheEnd()).toEqual([552])
  expect(server.taken).toHaveLength(1)
  expect(server.lost.map(({ reply }) => reply?.code)).toEqual([552, 552])
})

test('a client that goes on sending behind the 552 is read for twice the size and then cut off', async () => {
  await using server = await startServer({ limits: { maxBytes: 10_000, overrunBytes: 10_000 } })
  await using peer = await server.peer()
  await peer.begin()
  await peer.write('x'.repeat(30_000))
  const reply = await peer.reply()
  await peer.ended

  // Until a reset shows that the connection is gone.
  while (!peer.socket.destroyed) await peer.write('x'.repeat(1_000))

  expect(reply).toMatch(/^552 5\.3\.4 /)
})

test('a line of a mail may be as long as the limit; a longer one is 552 at its end and the connection goes on', async () => {
  await using server = await startServer({ limits: { mailLineBytes: 1_000 } })
  await using peer = await server.peer()

  expect(await deliver(peer, `${'x'.repeat(998)}\r\n`)).toMatch(/^250 /)
  expect(await deliver(peer, `${'x'.repeat(1_200)}\r\n`)).toMatch(/^552 5\.6\.0 /)
  expect(await deliver(peer)).toMatch(/^250 /)
})

test('while the event loop is very late, new connections and mails are refused; running mails go on', async () => {
  let lateness: Lateness = 'none'
  await using server = await startServer({ lateness: () => lateness })
  await using begun = await server.peer()
  await using idle = await server.peer()
  await begun.begin()

  lateness = 'very late'
  await using late = await server.peer({ isGreeted: false })

  expect(await late.reply()).toMatch(/^421 4\.3\.2 /)
  expect(await idle.say('MAIL FROM:<a@b.example>')).toMatch(/^451 4\.3\.2 /)
  await begun.write('x\r\n.\r\n')
  expect(await begun.reply()).toMatch(/^250 /)
  lateness = 'none'
  expect(await idle.say('MAIL FROM:<a@b.example>')).toMatch(/^250 /)
})

test('while the event loop is late, clients that sent much are refused, others are admitted', async () => {
  let lateness: Lateness = 'none'
  await using server = await startServer({ lateness: () => lateness, settings: { proxyFrom: ['127.0.0.1'] } })
  const from = (clientIp: string) => server.peer({ first: `PROXY TCP4 ${clientIp} 127.0.0.2 1 25\r\n` })
  await using large = await from('203.0.113.1')
  await large.reply()
  await large.say('EHLO client.test')
  await large.begin()
  await large.write(`${`${'x'.repeat(998)}\r\n`.repeat(1_200)}.\r\n`)
  expect(await large.reply()).toMatch(/^250 /)

  lateness = 'late'
  await using again = await from('203.0.113.1')
  await using small = await from('203.0.113.2')

  expect(await large.say('MAIL FROM:<a@b.example>')).toMatch(/^451 4\.3\.2 /)
  expect(await again.reply()).toMatch(/^421 4\.3\.2 /)
  expect(await small.reply()).toMatch(/^220 /)
  await small.say('EHLO client.test')
  expect(await small.begin()).toMatch(/^354 /)
  server.advance(10_000)
  expect(await large.say('MAIL FROM:<a@b.example>')).toMatch(/^250 /)
})

test('a client refused for what it sent keeps its full number of connections', async () => {
  let lateness: Lateness = 'very late'
  await using server = await startServer({
    lateness: () => lateness,
    limits: { connectionsPerClient: 1 },
    settings: { exempt: [] },
  })
  await using refused = await server.peer({ isGreeted: false })
  expect(await refused.reply()).toMatch(/^421 4\.3\.2 /)

  lateness = 'none'
  await using admitted = await server.peer({ isGreeted: false })

  expect(await admitted.reply()).toMatch(/^220 /)
})
