import { freshDatabase } from '@inlet/testkit'
import type { Db } from 'mongodb'
import { expect, test } from 'vitest'
import { connectDatabase } from '../database/connect.ts'
import { DatabaseSettingError } from '../database/setting-errors.ts'
import { ensureCollections, models } from './ensure-collections.ts'

/** An empty database, open as the program opens it. */
async function openFreshDatabase() {
  const database = freshDatabase()
  const db = await connectDatabase(database.uri)
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.client.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

async function indexesOf(db: Db, collection: string) {
  const indexes = await db.collection(collection).listIndexes().toArray()
  return indexes.filter(({ name }) => name !== '_id_').map(({ v, name, ...index }) => index)
}

const byKey = (one: { key: object }, other: { key: object }) =>
  JSON.stringify(one.key) < JSON.stringify(other.key) ? -1 : 1

test('every collection exists, and no other', async () => {
  await using opened = await openFreshDatabase()

  await ensureCollections(opened.db)

  const found = await opened.db.listCollections({}, { nameOnly: true }).toArray()
  expect(found.map(({ name }) => name).sort()).toEqual(models.map(({ name }) => name).sort())
  expect(new Set(models.map(({ name }) => name)).size).toBe(models.length)
})

test('every collection has exactly the indexes of its model, their order of fields included', async () => {
  await using opened = await openFreshDatabase()

  await ensureCollections(opened.db)

  for (const { name, indexes } of models) {
    const found = await indexesOf(opened.db, name)
    expect(found.sort(byKey), name).toEqual([...indexes].sort(byKey))
    const keys = (all: { key: object }[]) => all.map(({ key }) => JSON.stringify(key))
    expect(keys(found), name).toEqual(keys([...indexes].sort(byKey)))
  }
})

test('each collection is compressed as its model says, whatever the server does by itself', async () => {
  await using opened = await openFreshDatabase()

  await ensureCollections(opened.db)

  for (const { name, compressor } of models) {
    const [stats] = await opened.db
      .collection(name)
      .aggregate([{ $collStats: { storageStats: {} } }])
      .toArray()
    const setting: string = stats?.storageStats.wiredTiger.creationString
    expect(/block_compressor=(\w+)/.exec(setting)?.[1], name).toBe(compressor ?? 'snappy')
  }
  const chosen = models.flatMap(({ name, compressor }) => (compressor ? [`${name} ${compressor}`] : []))
  expect(chosen.sort()).toEqual(['messages none', 'rawChunks zstd', 'sharedContents none'])
})

const unpacked = { addressId: 1, _id: -1, expiresAt: 1 } as const
const summaryUnpacked = { ...unpacked, isRead: 1, otpCode: 1, summary: 1 } as const

test.for([
  { key: unpacked, shape: 'that were not packed' },
  { key: summaryUnpacked, shape: 'whose summary is an object' },
])('a database with messages $shape is refused in one sentence', async ({ key }) => {
  await using opened = await openFreshDatabase()
  await opened.db.collection('messages').createIndex(key)

  await expect(ensureCollections(opened.db)).rejects.toThrow(DatabaseSettingError)
})

test('ensureCollections may run again, and in several processes at once', async () => {
  await using opened = await openFreshDatabase()

  await Promise.all([ensureCollections(opened.db), ensureCollections(opened.db), ensureCollections(opened.db)])
  await ensureCollections(opened.db)

  for (const { name, indexes } of models) expect(await indexesOf(opened.db, name), name).toHaveLength(indexes.length)
})
