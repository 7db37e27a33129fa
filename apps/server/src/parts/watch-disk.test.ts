import { connectDatabase, processMemory, unlimitedPlans } from '@inlet/core'
import { createLog, createMetrics, readConfig } from '@inlet/runtime'
import { freshDatabase, testClock } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import { watchDisk } from './watch-disk.ts'

test('stopping does not wait for a measurement that the database does not answer', async () => {
  await using database = freshDatabase()
  const db = await connectDatabase(database.uri)
  const newId = () => 'unused'
  const deps = { db, clock: testClock(), newId, newMessageId: newId, plans: unlimitedPlans, ...processMemory(db) }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let looks = 0
  const readSpace = () => {
    looks += 1
    return looks === 1 ? Promise.resolve({ freeBytes: 1e9, totalBytes: 1e9 }) : Promise.withResolvers<null>().promise
  }
  const log = createLog('fatal', { write: () => {} })
  const disk = await watchDisk(readConfig({}), { deps, log, metrics: createMetrics(), readSpace })

  vi.advanceTimersByTime(10_000)
  expect(looks).toBe(2)
  await disk.stop()
  vi.advanceTimersByTime(60_000)

  expect(looks).toBe(2)
  vi.useRealTimers()
  await db.client.close()
})
