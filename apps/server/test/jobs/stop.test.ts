import { connectDatabase, ensureCollections } from '@inlet/core'
import { freshDatabase } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { smtpClient } from '../support/smtp-client.ts'
import { startWorld } from '../support/world.ts'

test('at shutdown the jobs begin nothing more, also while mail on its way is still waited for', async () => {
  await using database = freshDatabase()
  const db = await connectDatabase(database.uri)
  await ensureCollections(db)
  const orders = db.collection<{ _id: string; addressId: string; upTo: null; dueAt: Date }>('sweepOrders')
  // One order a step, so that the sweep has more to do than this test takes.
  const dueAt = new Date(0)
  await orders.insertMany(
    Array.from({ length: 20_000 }, (_, n) => ({ _id: `order${n}`, addressId: `nobody${n}`, upTo: null, dueAt })),
  )
  await using world = await startWorld({ databaseUri: database.uri })
  const { fullAddress } = await world.address('code')
  await using sender = await smtpClient(world.smtpPort ?? 0)
  await sender.begin([fullAddress])

  const stopped = world.stop()
  const atFirst = await orders.countDocuments()
  for (let n = 0; n < 200; n += 1) await db.command({ ping: 1 })
  sender.write('Subject: On its way\r\n\r\n.\r\n')
  const answer = await sender.reply()
  await stopped
  const atLast = await orders.countDocuments()
  await db.client.close()

  expect(answer.code).toBe(250)
  expect(atFirst).toBeGreaterThan(1_000)
  // The step that was running, and no other.
  expect(atFirst - atLast).toBeLessThanOrEqual(1)
})
