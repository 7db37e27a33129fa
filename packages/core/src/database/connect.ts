import { type Db, MongoClient, type MongoClientOptions } from 'mongodb'

/** Explicit, so that no default of the server or the URI decides what durable means. */
const clientSettings: MongoClientOptions = {
  appName: 'inlet',
  w: 'majority',
  journal: true,
  wtimeoutMS: 10_000,
  readConcernLevel: 'majority',
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
  serverSelectionTimeoutMS: 5_000,
  socketTimeoutMS: 20_000,
  connectTimeoutMS: 5_000,
  maxPoolSize: 50,
  // Only this program writes here, and the driver writes nothing but valid UTF-8.
  enableUtf8Validation: false,
  // Fields that are undefined are absent, as they are in TypeScript.
  ignoreUndefined: true,
}

/** Reads that a client waits for end after this long. */
export const readBudgetMs = 5_000

/**
 * Opens the one connection of a process to the database that the URI names (`inlet` where it names none).
 * @throws the driver's error when no primary answers in 5 s, or where it is no replica set
 */
export async function connectDatabase(uri: string): Promise<Db> {
  const client = new MongoClient(uri, clientSettings)
  const db = client.db(new URL(uri.replace(/^mongodb(\+srv)?:\/\/[^/]*/, 'http://host')).pathname.slice(1) || 'inlet')
  try {
    const hello = await db.command({ hello: 1 })
    if (!hello.setName && hello.msg !== 'isdbgrid')
      throw new Error('The database must be a replica set (rs.initiate() makes one of a single mongod)')
    return db
  } catch (error) {
    await client.close(true)
    throw error
  }
}
