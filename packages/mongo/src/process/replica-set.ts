import { setTimeout as wait } from 'node:timers/promises'
import type { MongoClient } from 'mongodb'
import { z } from 'zod'
import { MongodError } from '../errors.ts'
import { directClient, type MongodLogin } from './probe-mongod.ts'
import { replicaSetName } from './spawn-mongod.ts'

const configCollection = 'system.replset'
const storedConfig = z.object({ members: z.tuple([z.object({ host: z.string() })]) })
const hello = z.object({ isWritablePrimary: z.boolean() })

const answerLimitMs = 10_000

/** The address of the set, without a database name. With it the driver watches the set and notices when a mongod stops and returns. */
export const replicaSetUri = (...ports: number[]) =>
  `mongodb://${ports.map(hostOf).join(',')}/?replicaSet=${replicaSetName}`

/**
 * Makes the mongod on 127.0.0.1:`port` the primary of its one-member set: initiates the set if there is none and waits
 * for the election. False when its set was initiated with another address: see `readdressMember`. @throws MongodError
 * after `limitMs`, or the driver's error
 */
export async function becomePrimary(port: number, limitMs: number, login?: MongodLogin): Promise<boolean> {
  const client = directClient(port, answerLimitMs, login)
  try {
    const host = hostOf(port)
    const storedHost = await readMemberHost(client)
    if (storedHost !== null && storedHost !== host) return false
    if (storedHost === null) await initiateSet(client, { ports: [port] })

    const giveUpAt = performance.now() + limitMs
    while (!hello.parse(await client.db('admin').command({ hello: 1 })).isWritablePrimary) {
      if (performance.now() > giveUpAt)
        throw new MongodError(`mongod did not become primary within ${limitMs / 1000} seconds.`)
      await wait(10)
    }
    return true
  } finally {
    await client.close(true)
  }
}

/**
 * Writes the address 127.0.0.1:`newPort` into the set's configuration through a mongod that runs on the same data
 * **without** its set, on `port`. (A member with a wrong address first asks its old address, and a program there that
 * never answers would keep it waiting for ever.)
 */
export async function readdressMember(port: number, newPort: number, login?: MongodLogin): Promise<void> {
  const client = directClient(port, answerLimitMs, login)
  try {
    await client
      .db('local')
      .collection(configCollection)
      .updateOne({}, { $set: { 'members.0.host': hostOf(newPort) } }, { writeConcern: { w: 1, journal: true } })
  } finally {
    await client.close(true)
  }
}

const hostOf = (port: number) => `127.0.0.1:${port}`

/** Read from the collection: a server that is still loading its configuration reports "not yet initialised", as a new one does. */
async function readMemberHost(client: MongoClient): Promise<string | null> {
  const stored = await client.db('local').collection(configCollection).findOne({})
  return stored ? storedConfig.parse(stored).members[0].host : null
}

/** The members of a new set; `settings` are those of its configuration. */
type NewSet = { ports: readonly number[]; settings?: { electionTimeoutMillis?: number } }

/** Initiates a set through one of its members, without waiting for the election. @throws the driver's error */
export async function initiateSet(client: MongoClient, { ports, settings = {} }: NewSet): Promise<void> {
  const members = ports.map((port, _id) => ({ _id, host: hostOf(port) }))
  await client.db('admin').command({ replSetInitiate: { _id: replicaSetName, members, settings } })
}
