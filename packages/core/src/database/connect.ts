import { type Db, MongoClient, type MongoClientOptions } from 'mongodb'
import { patchClosedConnections } from './closed-connections.ts'
import { connectError, DatabaseSettingError, noSetError, watchMemberReplies } from './setting-errors.ts'
import { type PoolWatch, watchPool } from './watch-pool.ts'

/** Explicit, so that no default of the server or the URI weakens durability. */
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
  // Together with `connectTimeoutMS` a silent primary is given up after 7 s; with the driver's default of 10 s after 15.
  heartbeatFrequencyMS: 2_000,
  // Only this program writes here, and the driver writes nothing but valid UTF-8.
  enableUtf8Validation: false,
  // Undefined fields are absent, as in TypeScript.
  ignoreUndefined: true,
}

const defaultConnections = 50

/** Parts of every URI, which are no secrets. */
const harmlessParts = new Set(['mongodb', 'srv'])

/** The `maxTimeMS` of reads that a client waits for. */
export const readBudgetMs = 5_000

/** A pool of at most `maxConnections` (50 by default), and its observer. */
interface PoolSettings {
  maxConnections?: number
  watch?: PoolWatch
}

/**
 * Opens a pool of connections to the database that the URI names (`inlet` where it names none).
 * @throws DatabaseSettingError for a malformed URI, a refused login, or a server that is not a member of the named replica set; the
 * driver's error when no primary answers within 5 s
 */
export async function connectDatabase(uri: string, { watch, maxConnections }: PoolSettings = {}): Promise<Db> {
  patchClosedConnections()
  const { client, db } = open(uri, maxConnections)
  if (watch) watchPool(client, watch)
  const replies = watchMemberReplies(client)
  try {
    const hello = await db.command({ hello: 1 })
    if (hello.setName || hello.msg === 'isdbgrid') return db
    throw noSetError(client.options.hosts.join(','))
  } catch (error) {
    await client.close(true)
    throw connectError(error, client, replies)
  }
}

function open(uri: string, maxPoolSize = defaultConnections): { client: MongoClient; db: Db } {
  try {
    const client = new MongoClient(uri, { ...clientSettings, maxPoolSize })
    const name = new URL(uri.replace(/^mongodb(\+srv)?:\/\/[^/]*/, 'http://host')).pathname.slice(1)
    return { client, db: client.db(name || 'inlet') }
  } catch (error) {
    throw new DatabaseSettingError(`The database's URI cannot be used: ${parseError(error, uri)}`)
  }
}

/** The driver's message, unless it repeats a part of the URI, which may contain a password. */
function parseError(error: unknown, uri: string): string {
  const message = error instanceof Error ? error.message : ''
  const parts = uri.split(/[^\w.-]+/).filter((part) => part.length > 2 && !harmlessParts.has(part))
  if (message === '' || parts.some((part) => message.includes(part))) {
    return 'expected mongodb://host,host/database?replicaSet=name, with user and password percent-encoded'
  }
  return message
}
