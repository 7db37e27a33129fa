import { type Db, MongoClient } from 'mongodb'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

/** Makes all collections and indexes of a database. */
type Prepare = (db: Db) => Promise<void>

/** The databases that tests of this process have left, longest ago first, and what `prepare` makes in each. */
interface Stock {
  left: FreshDatabase[]
  schema: string | null
}

const stocks = new Map<Prepare, Stock>()

/** The one that was left last rests: what a program was still sending as it stopped arrives before the database is emptied. */
const resting = 1

/**
 * A database with all collections and nothing in them, for one test or one world: where there is one that an earlier test of this
 * process has left, that one, emptied. To make a hundred collections and indexes takes longer than most tests. A database is dropped
 * instead where a test has changed more than documents: collections, indexes, or the level of profiling.
 */
export async function emptiedDatabase(prepare: Prepare): Promise<FreshDatabase> {
  const stock = stocks.get(prepare) ?? { left: [], schema: null }
  stocks.set(prepare, stock)
  while (stock.left.length > resting) {
    const database = stock.left.shift()
    if (!database) break
    if (await empty(database, stock.schema)) return leavable(database, stock)
    await database[Symbol.asyncDispose]()
  }
  const database = freshDatabase()
  await using client = open(database.uri)
  await prepare(client.db())
  stock.schema ??= await schemaOf(client, database.name)
  return leavable(database, stock)
}

/** All commands come at the same moment, and a connection costs more than any of them. */
const open = (uri: string) => new MongoClient(uri, { maxPoolSize: 4 })

/** Puts itself back when it is disposed of. */
function leavable(database: FreshDatabase, { left }: Stock): FreshDatabase {
  const { uri, name } = database
  let isLeft = false
  return {
    uri,
    name,
    async [Symbol.asyncDispose]() {
      if (!isLeft) left.push(database)
      isLeft = true
    },
  }
}

/** Deletes all documents, and what the server has learnt about queries for them. @returns false where more was changed */
async function empty({ uri, name }: FreshDatabase, schema: string | null): Promise<boolean> {
  await using client = open(uri)
  const db = client.db()
  const profiling = await db.command({ profile: -1 })
  if (profiling.was !== 0 || (await schemaOf(client, name)) !== schema) return false
  const collections = await db.collections({ nameOnly: true })
  await Promise.all(
    collections.map(async (collection) => {
      await collection.deleteMany({})
      await db.command({ planCacheClear: collection.collectionName })
    }),
  )
  return true
}

/** Collections with their settings, and indexes; also which of these have met arrays, by which queries are answered in other ways. */
async function schemaOf(client: MongoClient, name: string): Promise<string> {
  const catalogue = client
    .db('admin')
    .aggregate([
      { $listCatalog: {} },
      { $match: { db: name } },
      { $unset: ['md.options.uuid', 'md.ns', 'md.indexes.multikeyPaths', 'idxIdent', 'ident', 'ns', 'db'] },
      { $sort: { name: 1 } },
    ])
  return JSON.stringify(await catalogue.toArray())
}
