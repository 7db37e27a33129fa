import { type Db, MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { emptiedDatabase } from './emptied-database.ts'

/** A new function for each test, so that each has databases of its own. */
const preparing = () => async (db: Db) => {
  await db.createCollection('things')
  await db.collection('things').createIndex({ colour: 1 })
}

/** Leaves as many databases as rest, after something was done in the first. @returns its name, and the next one that is not new */
async function leftAfter(change: (db: Db) => Promise<unknown>) {
  const prepare = preparing()
  const [first, second] = [await emptiedDatabase(prepare), await emptiedDatabase(prepare)]
  await using client = new MongoClient(first.uri)
  await change(client.db())
  await first[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
  const next = await emptiedDatabase(prepare)
  const names = (await client.db().admin().listDatabases({ nameOnly: true })).databases.map(({ name }) => name)
  await using db = new MongoClient(next.uri)
  const things = await db.db().collection('things').find().toArray()
  return { first: first.name, second: second.name, next: next.name, names, things }
}

test('two at a time are two, each prepared', async () => {
  const prepare = preparing()
  await using one = await emptiedDatabase(prepare)
  await using other = await emptiedDatabase(prepare)
  await using client = new MongoClient(other.uri)

  expect(one.name).not.toBe(other.name)
  expect(await client.db().collection('things').indexExists('colour_1')).toBe(true)
})

test('one that a test has left comes back without its documents', async () => {
  const { first, next, things } = await leftAfter((db) => db.collection('things').insertOne({ colour: 'red' }))

  expect(next).toBe(first)
  expect(things).toEqual([])
})

test('the one that was left last rests', async () => {
  const prepare = preparing()
  const one = await emptiedDatabase(prepare)
  await one[Symbol.asyncDispose]()

  const other = await emptiedDatabase(prepare)

  expect(other.name).not.toBe(one.name)
})

test('one that was left twice is given once', async () => {
  const prepare = preparing()
  const [one, other] = [await emptiedDatabase(prepare), await emptiedDatabase(prepare)]
  await one[Symbol.asyncDispose]()
  await one[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()

  const next = [await emptiedDatabase(prepare), await emptiedDatabase(prepare), await emptiedDatabase(prepare)]

  expect(new Set(next.map(({ name }) => name)).size).toBe(3)
})

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['an index is missing', (db) => db.collection('things').dropIndex('colour_1')],
  ['an index is new', (db) => db.collection('things').createIndex({ size: 1 })],
  ['an index has met an array', (db) => db.collection('things').insertOne({ colour: ['red', 'blue'] })],
  ['a collection is new', (db) => db.createCollection('others')],
  ['a collection refuses documents', (db) => db.command({ collMod: 'things', validator: { never: true } })],
  ['commands are profiled', (db) => db.command({ profile: 2 })],
])('one in which %s is dropped', async (_, change) => {
  const { first, second, next, names } = await leftAfter(change)

  expect([first, second]).not.toContain(next)
  expect(names).not.toContain(first)
})
