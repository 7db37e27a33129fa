import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase, mendReceiver, processMemory, unlimitedPlans } from '@inlet/core'
import { idSource } from '@inlet/runtime'
import { freshDatabase, testClock, waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { startServerProcess } from '../support/server-process.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { storedSubjects } from '../support/stored-subjects.ts'
import { plainMail } from '../support/world.ts'
import { startSenders } from './senders.ts'

const to = 'code@demo.localhost'
/** A port of no test: one that a server gave up may be another test's a moment later. */
const nobodysPort = 1

async function openMessages(uri: string) {
  const db = await connectDatabase(uri)
  const clock = testClock()
  const deps = { db, clock, ...idSource(clock), plans: unlimitedPlans, ...processMemory(db) }
  return {
    subjects: () => storedSubjects(db),
    /** Processes that have not said that all of their messages are counted. */
    receivers: () => db.collection('usageReceivers').countDocuments(),
    /** Addresses that look as if their newest message had not come. */
    async unnoted() {
      const addresses = await db.collection<{ _id: string }>('addresses').find().toArray()
      const messages = await db.collection('messages').find().sort({ _id: 1 }).toArray()
      const newest = new Map(messages.map(({ addressId, receivedAt }) => [addressId, receivedAt.getTime()]))
      const isNoted = ({ _id, lastMessageAt, unusedUntil }: Record<string, unknown> & { _id: string }) =>
        lastMessageAt instanceof Date && lastMessageAt.getTime() === newest.get(_id) && unusedUntil === undefined
      return addresses.filter(({ _id }) => newest.has(_id)).filter((address) => !isNoted(address))
    },
    /** What a worker does half a minute after the death of a process. */
    async mend() {
      clock.advance(31_000)
      while (await mendReceiver(deps));
    },
    async counted() {
      const days = await db.collection('usageDaily').find().toArray()
      return days.reduce((sum, { messagesReceived = 0 }) => sum + messagesReceived, 0)
    },
    [Symbol.asyncDispose]: () => db.client.close(),
  }
}

test('a mail whose 250 was lost with the process is answered 250 at the retry, and stored once', async () => {
  await using database = freshDatabase()
  await using messages = await openMessages(database.uri)
  const raw = plainMail({ id: 'lost-reply', subject: 'Lost reply' })
  {
    await using server = await startServerProcess(database.uri)
    await using sender = await smtpClient(server.smtpPort)
    await sender.begin([to])
    // From here on the sender gets nothing: whatever the server answers never arrives.
    sender.socket.pause()
    sender.write(`${raw}.\r\n`)
    await waitFor(async () => (await messages.subjects()).length > 0)
    await server.end('SIGKILL')
  }

  await using server = await startServerProcess(database.uri)
  await using sender = await smtpClient(server.smtpPort)
  const answer = await sender.deliver(raw, to)

  expect(answer.code).toBe(250)
  expect(await messages.subjects()).toEqual(['Lost reply'])
})

test('when the process is killed under load, every acknowledged mail is stored, and after the retries every mail is stored once, and counted once', async () => {
  await using database = freshDatabase()
  await using messages = await openMessages(database.uri)
  await using first = await startServerProcess(database.uri)
  let port = first.smtpPort
  const senders = startSenders({ port: () => port, to, connections: 5, mailsEach: 40 })
  await waitFor(() => senders.acknowledged.size >= 20)

  await pause(randomInt(0, 100))
  port = nobodysPort
  await first.end('SIGKILL')
  const atKill = [...senders.acknowledged]
  const storedAtKill = await messages.subjects()
  await using second = await startServerProcess(database.uri)
  port = second.smtpPort
  await senders.done
  await second.end('SIGTERM')
  await messages.mend()

  expect(storedAtKill).toEqual(expect.arrayContaining(atKill))
  expect(senders.permanent).toEqual([])
  expect(senders.acknowledged.size).toBe(200)
  expect((await messages.subjects()).sort()).toEqual([...senders.acknowledged].sort())
  expect(await messages.receivers()).toBe(0)
  expect(await messages.counted()).toBe(200)
  expect(await messages.unnoted()).toEqual([])
})

test('when the process is killed at any moment after a 250, the mail is visible at once, and its address is noted as used afterwards', async () => {
  await using database = freshDatabase()
  await using messages = await openMessages(database.uri)
  const names = ['first', 'second', 'third'].map((name) => `${name}@demo.localhost`)
  for (const [index, name] of names.entries()) {
    await using server = await startServerProcess(database.uri)
    await using sender = await smtpClient(server.smtpPort)
    const answer = await sender.deliver(plainMail({ subject: name }), name)
    // At once, and before and after what it has stored is noted.
    await pause(index * randomInt(100, 600))
    await server.end('SIGKILL')
    expect(answer.code).toBe(250)
  }
  expect(await messages.subjects()).toEqual(names)

  await messages.mend()

  expect(await messages.unnoted()).toEqual([])
  expect(await messages.receivers()).toBe(0)
})

test('SIGTERM lets a mail on its way end with 250 and the process with code 0', async () => {
  await using database = freshDatabase()
  await using messages = await openMessages(database.uri)
  await using server = await startServerProcess(database.uri)
  await using sender = await smtpClient(server.smtpPort)
  await using idle = await smtpClient(server.smtpPort)
  await sender.begin([to])
  sender.write('Subject: Last one\r\n\r\n')
  const beganAt = performance.now()

  const ended = server.end('SIGTERM')
  const goodbye = await idle.reply()
  sender.write('Text\r\n.\r\n')
  const answer = await sender.reply()
  const code = await ended

  expect(goodbye.text).toMatch(/^421 4\.3\.2 /)
  expect(answer.code).toBe(250)
  expect(code).toBe(0)
  expect(performance.now() - beganAt).toBeLessThan(10_000)
  expect(await messages.subjects()).toEqual(['Last one'])
})
