import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { inject } from 'vitest'
import { databaseUri } from './database-uri.ts'

/** A separate database on the replica set of the run; its disposal drops it. `uri` includes `name`. */
export type FreshDatabase = AsyncDisposable & { readonly uri: string; readonly name: string }

/** A new empty database for one test or one world; nothing is created before the first write. */
export function freshDatabase(): FreshDatabase {
  const name = `${inject('databasePrefix')}${randomUUID()}`
  const uri = databaseUri(inject('mongodbUri'), name)
  return { uri, name, [Symbol.asyncDispose]: () => dropDatabase(uri, name) }
}

async function dropDatabase(uri: string, name: string): Promise<void> {
  await using client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 })
  await client.db(name).dropDatabase()
}
