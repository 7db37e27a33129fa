import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { startServer } from '../../test/started-server.ts'
import { replies } from './replies.ts'

/** A drain that does not end by itself before its deadline outlasts the test. */
const longerThanATestMs = 600_000

/** Whether something ends within a time. */
const endsWithin = (ms: number, ending: Promise<void>) =>
  Promise.race([ending.then(() => true), pause(ms, false, { ref: false })])

test('a drain ends at its deadline though a client keeps its side open after its last reply', async () => {
  await using server = await startServer()
  await using peer = await server.peer()

  expect(await endsWithin(3_000, server.drain(200))).toBe(true)
  expect(await peer.reply()).toMatch(/^421 4\.3\.2 /)
})

test('a drain ends before its deadline when all connections are closed', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  void peer.ended.then(() => peer.socket.end())

  expect(await endsWithin(5_000, server.drain(longerThanATestMs))).toBe(true)
})

test('a drain waits for a mail that is being received, and closes its connection behind the reply', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isCommitting = false
  await using server = await startServer({
    handlers: {
      async receiveMail() {
        isCommitting = true
        await promise
        return replies.stored
      },
    },
  })
  await using committing = await server.peer()
  await using sending = await server.peer()
  for (const peer of [committing, sending]) {
    void peer.ended.then(() => peer.socket.end())
    await peer.begin()
  }
  await committing.write('Subject: x\r\n\r\n.\r\n')
  await waitFor(() => isCommitting)

  const drained = server.drain(longerThanATestMs)
  resolve()
  await sending.write('Subject: x\r\n\r\n.\r\n')
  await drained

  expect(await committing.codesToTheEnd()).toEqual([250, 421])
  expect(await sending.codesToTheEnd()).toEqual([250, 421])
})

test('past the deadline an unfinished mail gets 421 and is not stored', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await peer.begin()
  await peer.write('Subject: x\r\n')

  await server.drain(50)

  expect(await peer.codesToTheEnd()).toEqual([421])
  expect(server.lost.map(({ reply }) => reply?.code)).toEqual([421])
})

test('a second drain with a shorter deadline ends both', async () => {
  await using server = await startServer()
  await using peer = await server.peer()
  await peer.begin()

  const patient = server.drain(longerThanATestMs)
  await server.drain(50)

  await patient
  expect(await peer.codesToTheEnd()).toEqual([421])
})
