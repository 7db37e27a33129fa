import { MongoClient } from 'mongodb'
import { expect, inject, test } from 'vitest'
import { freshDatabase } from './fresh-database.ts'

test('each call gives another database, and its URI contains its name', () => {
  const [one, other] = [freshDatabase(), freshDatabase()]

  expect(one.name).not.toBe(other.name)
  expect(new URL(one.uri).pathname).toBe(`/${one.name}`)
})

test('a database takes a majority write and a transaction, and is dropped by its disposal', async () => {
  await using client = new MongoClient(inject('mongodbUri'))
  const names = async () =>
    (await client.db().admin().listDatabases({ nameOnly: true })).databases.map((each) => each.name)
  let name: string
  {
    await using database = freshDatabase()
    name = database.name
    await using own = new MongoClient(database.uri)
    await own
      .db()
      .collection('things')
      .insertOne({ colour: 'red' }, { writeConcern: { w: 'majority', journal: true } })
    await own.withSession((tx) =>
      tx.withTransaction(() => own.db().collection('things').insertOne({ colour: 'blue' }, { session: tx })),
    )

    expect(await own.db(name).collection('things').countDocuments()).toBe(2)
    expect(await names()).toContain(name)
  }

  expect(await names()).not.toContain(name)
})
