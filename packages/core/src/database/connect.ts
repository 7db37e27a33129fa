import './closed-connections.ts'
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb'
import { connectFault, DatabaseSettingFault, hearMembers, noSetFault } from './setting-faults.ts'
import { type PoolWatch, watchPool } from './watch-pool.ts'

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
  // With the time to connect it makes 7 s until a primary that is silent is given up; with the driver's 10 s it would be 15.
  heartbeatFrequencyMS: 2_000,
  // Only this program writes here, and the driver writes nothing but valid UTF-8.
  enableUtf8Validation: false,
  // Fields that are undefined are absent, as they are in TypeScript.
  ignoreUndefined: true,
}

const usualConnections = 50

/** Parts of every URI, so that they tell nothing. */
const harmlessWords = new Set(['mongodb', 'srv'])

/** Reads that a client waits for end after this long. */
export const readBudgetMs = 5_000

/** A pool of connections: at most how many, 50 where nothing is said, and who watches them. */
interface PoolSettings {
  maxConnections?: number
  watch?: PoolWatch
}

/**
 * Opens a pool of connections to the database that the URI names (`inlet` where it names none).
 * @throws DatabaseSettingFault for a URI that cannot be read, a login that is refused, or what is not the replica set that it names;
 * the driver's error when no primary answers in 5 s
 */
export async function connectDatabase(uri: string, { watch, maxConnections }: PoolSettings = {}): Promise<Db> {
  const { client, db } = open(uri, maxConnections)
  if (watch) watchPool(client, watch)
  const members = hearMembers(client)
  try {
    const hello = await db.command({ hello: 1 })
    if (hello.setName || hello.msg === 'isdbgrid') return db
    throw noSetFault(client.options.hosts.join(','))
  } catch (error) {
    await client.close(true)
    throw connectFault(error, client, members)
  }
}

function open(uri: string, maxPoolSize = usualConnections): { client: MongoClient; db: Db } {
  try {
    const client = new MongoClient(uri, { ...clientSettings, maxPoolSize })
    const name = new URL(uri.replace(/^mongodb(\+srv)?:\/\/[^/]*/, 'http://host')).pathname.slice(1)
    return { client, db: client.db(name || 'inlet') }
  } catch (error) {
    throw new DatabaseSettingFault(`The database's URI cannot be used: ${parseFault(error, uri)}`)
  }
}

/** What the driver says, but only where it repeats nothing of the URI, which holds a password. */
function parseFault(error: unknown, uri: string): string {
  const said = error instanceof Error ? error.message : ''
  const parts = uri.split(/[^\w.-]+/).filter((part) => part.length > 2 && !harmlessWords.has(part))
  if (said === '' || parts.some((part) => said.includes(part))) {
    return 'expected mongodb://host,host/database?replicaSet=name, with user and password percent-encoded'
  }
  return said
}
