import { MongoClient } from 'mongodb'
import { expect, inject, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type LocalMongodOptions, startLocalMongod } from './start-local-mongod.ts'

const gibibyte = 1024 ** 3

/** The cache size that mongod was started with, in GiB; undefined where mongod decides. */
async function cacheGib(options: Partial<LocalMongodOptions> = {}): Promise<unknown> {
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

test('without a container limit mongod decides about its cache', async () => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(0)

  expect(await cacheGib()).toBeUndefined()
})

test.each([
  { limit: 3 * gibibyte, cache: 1 },
  { limit: 1 * gibibyte, cache: 0.25 },
])('in a container with $limit bytes mongod gets a cache of $cache GiB', async ({ limit, cache }) => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(limit)

  expect(await cacheGib()).toBe(cache)
})

test('a given cache size is used', async () => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(3 * gibibyte)

  expect(await cacheGib({ cacheMib: 512 })).toBe(0.5)
})
