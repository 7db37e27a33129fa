import { freshDatabase } from '@inlet/testkit'
import type { Db } from 'mongodb'
import { expect, test } from 'vitest'
import { connectDatabase, DatabaseSettingFault } from './connect.ts'
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

/** What the storage engine was told of a collection and then of each of its indexes. */
async function settingsOf(db: Db, collection: string) {
  const [stats] = await db
    .collection(collection)
    .aggregate([{ $collStats: { storageStats: {} } }])
    .toArray()
  const { wiredTiger, indexDetails } = stats?.storageStats ?? {}
  const indexes = Object.values<{ creationString: string }>(indexDetails).map(({ creationString }) => creationString)
  const collectionSetting: string = wiredTiger.creationString
  return [collectionSetting, ...indexes]
}

async function indexesOf(db: Db, collection: string) {
  const indexes = await db.collection(collection).listIndexes().toArray()
  return indexes.filter(({ name }) => name !== '_id_').map(({ v, name, ...index }) => index)
}

const byKey = (one: { key: object }, other: { key: object }) =>
  JSON.stringify(one.key) < JSON.stringify(other.key) ? -1 : 1

test('every collection is there, and no other', async () => {
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
    const [setting = ''] = await settingsOf(opened.db, name)
    expect(/block_compressor=(\w+)/.exec(setting)?.[1], name).toBe(compressor ?? 'snappy')
  }
  const chosen = models.flatMap(({ name, compressor }) => (compressor ? [`${name} ${compressor}`] : []))
  expect(chosen.sort()).toEqual(['messages none', 'rawChunks zstd'])
})

test('nothing is read ahead of messages and their indexes, whose neighbours are other inboxes, and of nothing else', async () => {
  await using opened = await openFreshDatabase()

  await ensureCollections(opened.db)

  for (const { name, indexes } of models) {
    const settings = await settingsOf(opened.db, name)
    const expected = name === 'messages' ? 'random' : 'none'
    const found = settings.map((setting) => /access_pattern_hint=(\w+)/.exec(setting)?.[1])
    expect(found, name).toEqual(Array.from({ length: indexes.length + 2 }, () => expected))
  }
})

test('a database with messages that nothing here can read is refused in one sentence', async () => {
  await using opened = await openFreshDatabase()
  await opened.db.collection('messages').createIndex({ addressId: 1, _id: -1, expiresAt: 1 })

  await expect(ensureCollections(opened.db)).rejects.toThrow(DatabaseSettingFault)
})

test('it may run again, and in several processes at once', async () => {
  await using opened = await openFreshDatabase()

  await Promise.all([ensureCollections(opened.db), ensureCollections(opened.db), ensureCollections(opened.db)])
  await ensureCollections(opened.db)

  for (const { name, indexes } of models) expect(await indexesOf(opened.db, name), name).toHaveLength(indexes.length)
})
