import { connect } from 'node:net'
import { MongoClient } from 'mongodb'
import { z } from 'zod'

/**
 * The mongod on a port: its process number, its data folder as it was given, and the name of its set (null without one).
 */
export type ProbedMongod = { pid: number; dbPath: string; setName: string | null }

/** A login by SCRAM-SHA-256; `authSource` is the database with the user. */
export type MongodLogin = { username: string; password: string; authSource: string }

const commandLine = z.object({
  parsed: z.object({
    storage: z.object({ dbPath: z.string() }),
    replication: z.object({ replSet: z.string().optional() }).optional(),
  }),
})
const serverStatus = z.object({ pid: z.coerce.number().int().positive() })

const probeLimitMs = 1_000

/**
 * Asks the mongod on 127.0.0.1:`port` for its identity; null when no mongod that accepts this login answers within about
 * a second. With a login the answer can be trusted, since the server has to know the password too (RFC 5802).
 */
export async function probeMongod(port: number, login?: MongodLogin): Promise<ProbedMongod | null> {
  if (!(await acceptsConnections(port))) return null
  const client = directClient(port, probeLimitMs, login)
  try {
    const admin = client.db('admin')
    const { parsed } = commandLine.parse(await admin.command({ getCmdLineOpts: 1 }))
    const sections = { repl: 0, metrics: 0, locks: 0, wiredTiger: 0 }
    const { pid } = serverStatus.parse(await admin.command({ serverStatus: 1, ...sections }))
    return { pid, dbPath: parsed.storage.dbPath, setName: parsed.replication?.replSet ?? null }
  } catch {
    // Refused, silent, shutting down or no mongod at all: the caller treats them alike.
    return null
  } finally {
    await client.close(true)
  }
}

/**
 * A client for this one server, whatever its state in the set; `limitMs` bounds the connection and each answer.
 */
export function directClient(port: number, limitMs: number, login?: MongodLogin): MongoClient {
  return new MongoClient(`mongodb://127.0.0.1:${port}/`, {
    ...(login && loginOptions(login)),
    directConnection: true,
    maxPoolSize: 1,
    serverSelectionTimeoutMS: limitMs,
    connectTimeoutMS: limitMs,
    socketTimeoutMS: limitMs,
  })
}

const loginOptions = ({ username, password, authSource }: MongodLogin) =>
  ({ auth: { username, password }, authSource, authMechanism: 'SCRAM-SHA-256' }) as const

/** Tested first, since the driver tries a closed port again until its limit is over. */
function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
