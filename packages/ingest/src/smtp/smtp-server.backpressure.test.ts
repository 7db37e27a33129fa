import { hourMs } from '@inlet/contract'
import { waitFor } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import { startServer } from '../../test/started-server.ts'
import { MailTransfer } from './mail-transfer.ts'

test('a client that sends commands and never reads the replies is cut off', async () => {
  await using server = await startServer({ limits: { otherCommandsBetweenMails: 1e9, unreadReplyBytes: 16 * 1024 } })
  await using peer = await server.peer()
  const closed = new Promise((resolve) => peer.socket.once('close', resolve))

  peer.socket.pause()
  const ask = () => {
    if (!peer.socket.destroyed) peer.socket.write('EHLO client.test\r\n'.repeat(1_000), () => setImmediate(ask))
  }
  ask()

  await closed
})

test('while a reply is pending, further bytes are not read', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using server = await startServer({
    limits: { otherCommandsBetweenMails: 1e9, unknownCommands: 1e9 },
    handlers: {
      async resolveRecipient() {
        await promise
        throw new Error('away')
      },
    },
  })
  await using peer = await server.peer()
  await peer.write('MAIL FROM:<a@b.example>\r\nRCPT TO:<code@inlet.example>\r\n')
  await peer.reply()

  const line = `NOOP ${'x'.repeat(1_000)}\r\n`
  let sent = 0
  // Until the buffers of both systems are full: then the kernel takes no more.
  while (peer.socket.writableLength < 4 * 1024 * 1024) {
    peer.socket.write(line)
    sent += 1
    if (sent % 500 === 0) await new Promise((next) => setImmediate(next))
  }
  const unsent = peer.socket.writableLength
  resolve()
  peer.socket.end('QUIT\r\n')

  expect(unsent).toBeGreaterThan(0)
  const codes = await peer.codesToTheEnd()
  expect(codes.at(0)).toBe(451)
  expect(codes.at(-1)).toBe(221)
  expect(codes).toHaveLength(sent + 2)
})

test('the bytes read ahead do not grow with the number of look-ups', async () => {
  let lookUps = 0
  await using server = await startServer({
    limits: { recipientCommands: 1e9 },
    handlers: {
      async resolveRecipient() {
        lookUps += 1
        // A database answers in another turn of the loop.
        await new Promise((next) => setImmediate(() => setImmediate(next)))
        throw new Error('away')
      },
    },
  })
  await using peer = await server.peer()
  await peer.say('MAIL FROM:<a@b.example>')
  const lines = `RCPT TO:<code@inlet.example>${' '.repeat(1_000)}\r\n`.repeat(60)
  let gone = 0
  const pour = () => {
    if (!peer.socket.destroyed) peer.socket.write(lines, pour)
    gone += lines.length
  }

  pour()
  await waitFor(() => lookUps > 500)

  // What lies in the buffers of both systems; half a megabyte of it was used up.
  expect(gone).toBeLessThan(16_000_000)
})

test('what a client sends after its last reply is read with pauses, not as fast as it comes', async () => {
  await using server = await startServer({ limits: { lingerPauseMs: hourMs } })
  await using peer = await server.peer()

  await peer.write('A'.repeat(64 * 1024))
  const reply = await peer.reply()
  // Until the buffers of both systems are full: then the kernel takes no more.
  while (peer.socket.writableLength < 4 * 1024 * 1024) {
    peer.socket.write('A'.repeat(64 * 1024))
    await new Promise((next) => setImmediate(next))
  }

  expect(reply).toMatch(/^500/)
  expect(peer.socket.destroyed).toBe(false)
})

test('of a large mail at most 256 KiB are read before the other connections are read', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await peer.begin()
  let turn = 0
  const bytesByTurn = new Map<number, number>()
  const receive = MailTransfer.prototype.receive
  using _taken = vi.spyOn(MailTransfer.prototype, 'receive').mockImplementation(function (this: MailTransfer, chunk) {
    bytesByTurn.set(turn, (bytesByTurn.get(turn) ?? 0) + chunk.length)
    return receive.call(this, chunk)
  })
  let isOver = false
  const countTurns = () => {
    turn += 1
    if (!isOver) setImmediate(countTurns)
  }
  countTurns()

  await peer.write(Buffer.alloc(16_000_000, `${'x'.repeat(998)}\r\n`))
  const reply = await peer.say('.')
  isOver = true

  expect(reply).toMatch(/^250/)
  expect(Math.max(...bytesByTurn.values())).toBeLessThan(256 * 1024)
})
