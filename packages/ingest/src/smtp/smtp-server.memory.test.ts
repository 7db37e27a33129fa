import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { deliver, type SmtpPeer } from '../../test/smtp-peer.ts'
import { startServer } from '../../test/started-server.ts'

test('without free memory a mail is 452: at MAIL with SIZE=, else in DATA', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using server = await startServer({
    limits: { dataMemoryBytes: 20_000 },
    handlers: {
      async receiveMail() {
        await promise
        return { code: 250, wire: '250 2.6.0 Stored\r\n', next: 'command', limit: null }
      },
    },
  })
  await using holding = await server.peer()
  await holding.begin()
  await holding.write(`${'x'.repeat(15_000)}\r\n.\r\n`)
  await using announced = await server.peer()
  await using silent = await server.peer()

  await waitFor(async () => {
    const reply = await announced.say('MAIL FROM:<a@b.example> SIZE=10000')
    if (reply.startsWith('250')) await announced.say('RSET')
    return reply.startsWith('452 4.3.1 ')
  })
  await silent.begin()
  await silent.write('x'.repeat(10_000))
  expect(await silent.codesToTheEnd()).toEqual([452])

  resolve()
  expect(await holding.reply()).toMatch(/^250 /)
  expect(await announced.say('MAIL FROM:<a@b.example> SIZE=10000')).toMatch(/^250 /)
})

const mebibyte = 1024 * 1024
/** So many kilobytes of a mail. */
const lines = (kilobytes: number) => `${'x'.repeat(998)}\r\n`.repeat(kilobytes)

/** Until all but a little of the bytes of a mail on its way have been counted. */
async function untilHeld(asking: SmtpPeer): Promise<void> {
  await waitFor(async () => {
    const reply = await asking.say(`MAIL FROM:<a@b.example> SIZE=${0.5 * mebibyte}`)
    if (reply.startsWith('250')) await asking.say('RSET')
    return reply.startsWith('452 4.3.1 ')
  })
}

test('when memory is used up, a stalled large mail is evicted with 421', async () => {
  await using server = await startServer({ limits: { dataMemoryBytes: 2 * mebibyte, otherCommandsBetweenMails: 1e6 } })
  await using still = await server.peer()
  await using faster = await server.peer()
  await still.begin()
  await still.write(lines(1_500))
  await untilHeld(faster)

  server.advance(10_000)

  expect(await deliver(faster, lines(1_000))).toMatch(/^250 /)
  expect(await still.codesToTheEnd()).toEqual([421])
  expect(server.taken).toHaveLength(1)
  expect(server.lost.map(({ reply }) => reply?.wire.slice(0, 9))).toEqual(['421 4.3.1'])
})

test('a whole mail is never evicted, however long its commit takes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using server = await startServer({
    limits: { dataMemoryBytes: 2 * mebibyte, otherCommandsBetweenMails: 1e6 },
    handlers: {
      async receiveMail() {
        await promise
        return { code: 250, wire: '250 2.6.0 Stored\r\n', next: 'command', limit: null }
      },
    },
  })
  await using whole = await server.peer()
  await using other = await server.peer()
  await whole.begin()
  await whole.write(`${lines(1_500)}.\r\n`)
  await untilHeld(other)

  server.advance(20_000)
  await other.begin()
  await other.write(lines(1_000))

  expect(await other.codesToTheEnd()).toEqual([452])
  resolve()
  expect(await whole.reply()).toMatch(/^250 /)
})

test('the memory of mails that were cut off or refused is released', async () => {
  await using server = await startServer({
    limits: { dataMemoryBytes: 20_000, maxBytes: 16_000, overrunBytes: 20_000 },
  })
  for (let count = 0; count < 5; count += 1) {
    await using peer = await server.peer()
    await peer.begin()
    await peer.write('x'.repeat(15_000))
    peer.socket.destroy()
    await waitFor(() => server.lost.length === 2 * count + 1)
    await using large = await server.peer()
    expect(await deliver(large, `${'x'.repeat(25_000)}\r\n`)).toMatch(/^(?:552 5\.3\.4|452) /)
  }
  await using peer = await server.peer()

  expect(await deliver(peer, `${'x'.repeat(15_000)}\r\n`)).toMatch(/^250 /)
})

test('the rest of a mail refused for lack of memory is not read, and its connection is soon closed', async () => {
  await using server = await startServer({ limits: { dataMemoryBytes: 2 * mebibyte } })
  await using peer = await server.peer()
  const closed = new Promise<void>((resolve) => peer.socket.once('close', () => resolve()))
  await peer.begin()
  let hasAllLeft = false
  // More than the buffers of both systems hold.
  peer.socket.write(Buffer.alloc(40 * mebibyte, lines(1)), (error) => {
    hasAllLeft = !error
  })

  expect(await peer.codesToTheEnd()).toEqual([452])
  server.advance(4_000)
  await closed

  expect(hasAllLeft).toBe(false)
})

test('the bytes of a refused mail count against its client, whose next MAIL is refused', async () => {
  await using server = await startServer({
    limits: { dataMemoryBytes: 1 * mebibyte, maxBytes: 2 * mebibyte, copyBytesPerMinutePerClient: mebibyte },
    settings: { exempt: [] },
  })
  await using refused = await server.peer()
  await refused.begin()
  await refused.write(lines(1_500))
  expect(await refused.codesToTheEnd()).toEqual([452])

  await using again = await server.peer()

  expect(await again.say('MAIL FROM:<a@b.example>')).toMatch(/^451 4\.7\.1 /)
  server.advance(90_000)
  expect(await again.say('MAIL FROM:<a@b.example>')).toMatch(/^250 /)
})
