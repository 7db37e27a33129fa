import { MongoClient } from 'mongodb'
import { expect, inject, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type LocalMongodOptions, startLocalMongod } from './start-local-mongod.ts'

const gibibyte = 1024 ** 3

/** What mongod was told of its cache, in GiB; undefined where it decides. */
async function cacheTold(options: Partial<LocalMongodOptions> = {}): Promise<unknown> {
  await using folder = await temporaryFolder()
  const local = await startLocalMongod({ binary: inject('mongodBinary'), dataDir: folder.path, ...options })
  const client = new MongoClient(local.uri)
  try {
    const { parsed } = await client.db('admin').command({ getCmdLineOpts: 1 })
    return parsed.storage.wiredTiger?.engineConfig.cacheSizeGB
  } finally {
    await client.close()
    await local.stop()
  }
}

test('where the machine alone sets the limit, mongod decides how much memory it takes', async () => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(0)

  expect(await cacheTold()).toBeUndefined()
})

test.each([
  { limit: 3 * gibibyte, told: 1 },
  { limit: 1 * gibibyte, told: 0.25 },
])('a container that may have $limit bytes gives mongod $told GiB', async ({ limit, told }) => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(limit)

  expect(await cacheTold()).toBe(told)
})

test('whoever says how much it is decides', async () => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(3 * gibibyte)

  expect(await cacheTold({ cacheMib: 512 })).toBe(0.5)
})
