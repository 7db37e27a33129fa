import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { inject } from 'vitest'
import { databaseUri } from './database-uri.ts'

/** A database of its own on the run's replica set: `uri` names it, `name` is its name; disposing of it drops it. */
export type FreshDatabase = AsyncDisposable & { readonly uri: string; readonly name: string }

/** A new empty database for one test or one world; nothing is created before the first write. */
export function freshDatabase(): FreshDatabase {
  const name = `test-${randomUUID()}`
  const uri = databaseUri(inject('mongodbUri'), name)
  return { uri, name, [Symbol.asyncDispose]: () => dropDatabase(uri, name) }
}

async function dropDatabase(uri: string, name: string): Promise<void> {
  await using client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 })
  await client.db(name).dropDatabase()
}
