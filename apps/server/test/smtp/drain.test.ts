import { connect } from 'node:net'
import { connectDatabase } from '@inlet/core'
import { freshDatabase, waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { smtpClient } from '../support/smtp-client.ts'
import { storedSubjects } from '../support/stored-subjects.ts'
import { startWorld } from '../support/world.ts'

const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })

async function subjectsIn(uri: string): Promise<string[]> {
  const db = await connectDatabase(uri)
  try {
    return await storedSubjects(db)
  } finally {
    await db.client.close()
  }
}

test('at shutdown a mail in progress is stored and acknowledged, all other connections get 421, and no new one is accepted', async () => {
  await using database = freshDatabase()
  await using world = await startWorld({ databaseUri: database.uri })
  const port = world.smtpPort ?? 0
  const { fullAddress } = await world.address('code')
  await using busy = await smtpClient(port)
  await using idle = await smtpClient(port)
  await using between = await smtpClient(port)
  await using greeted = await smtpClient(port, { isSilent: true })
  await busy.begin([fullAddress])
  busy.write('Subject: On its way\r\n\r\n')
  await between.pipeline(['MAIL FROM:<a@elsewhere.example>', `RCPT TO:<${fullAddress}>`])
  await greeted.reply()
  const beganAt = performance.now()

  const stopped = world.stop()
  const goodbyes = await Promise.all([idle, between, greeted].map((client) => client.reply()))
  await waitFor(() => isRefused(port))
  busy.write('Text\r\n.\r\n')
  const answer = await busy.reply()
  const goodbye = await busy.reply()
  await Promise.all([busy, idle, between, greeted].map(({ ended }) => ended))
  await stopped

  expect(goodbyes.map(({ text }) => text.slice(0, 9))).toEqual(['421 4.3.2', '421 4.3.2', '421 4.3.2'])
  expect(answer.text).toMatch(/^250 2\.6\.0 /)
  expect(goodbye.text).toMatch(/^421 4\.3\.2 /)
  expect(performance.now() - beganAt).toBeLessThan(10_000)
  expect(await subjectsIn(database.uri)).toEqual(['On its way'])
})

test('at shutdown a sender that never sends its final dot is cut off, and nothing of its mail is stored or acknowledged', async () => {
  await using database = freshDatabase()
  await using world = await startWorld({ databaseUri: database.uri })
  const { fullAddress } = await world.address('code')
  await using stuck = await smtpClient(world.smtpPort ?? 0)
  await stuck.begin([fullAddress])
  stuck.write('Subject: Stuck\r\n\r\nText')
  const beganAt = performance.now()

  const received = stuck.reply().catch(() => null)
  await world.stop()
  await stuck.ended

  expect(performance.now() - beganAt).toBeLessThan(10_000)
  expect((await received)?.code ?? 421).toBe(421)
  expect(await subjectsIn(database.uri)).toEqual([])
})
