import { setTimeout as wait } from 'node:timers/promises'
import type { MongoClient } from 'mongodb'
import { z } from 'zod'
import { MongodFault } from '../mongod-fault.ts'
import { directClient, type MongodLogin } from './probe-mongod.ts'
import { replicaSetName } from './spawn-mongod.ts'

const configCollection = 'system.replset'
const storedConfig = z.object({ members: z.tuple([z.object({ host: z.string() })]) })
const hello = z.object({ isWritablePrimary: z.boolean() })

const answerLimitMs = 10_000

/** The address of the set, without a database: the driver watches the set, so it sees a mongod go and come back. */
export const replicaSetUri = (...ports: number[]) =>
  `mongodb://${ports.map(hostOf).join(',')}/?replicaSet=${replicaSetName}`

/**
 * Makes the mongod on 127.0.0.1:`port` the primary of its one-member set: founds the set if there is none and waits for
 * the election. False when its set was founded under another address: see `readdressMember`. @throws MongodFault after
 * `limitMs`, or the driver's error
 */
export async function becomePrimary(port: number, limitMs: number, login?: MongodLogin): Promise<boolean> {
  const client = directClient(port, answerLimitMs, login)
  try {
    const host = hostOf(port)
    const storedHost = await readMemberHost(client)
    if (storedHost !== null && storedHost !== host) return false
    if (storedHost === null) await foundSet(client, { ports: [port] })

    const giveUpAt = performance.now() + limitMs
    while (!hello.parse(await client.db('admin').command({ hello: 1 })).isWritablePrimary) {
      if (performance.now() > giveUpAt)
        throw new MongodFault(`mongod did not become primary within ${limitMs / 1000} seconds.`)
      await wait(10)
    }
    return true
  } finally {
    await client.close(true)
  }
}

/**
 * Writes the address 127.0.0.1:`newPort` into the set's configuration by way of a mongod that runs on these data
 * **without** its set, on `port`. (A member that does not find itself first asks who is at its old address, and a
 * stranger who never answers there holds it up for good.)
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

/** From the copy on the disk: a server that still loads it says "not yet initialised" just as a new one does. */
async function readMemberHost(client: MongoClient): Promise<string | null> {
  const stored = await client.db('local').collection(configCollection).findOne({})
  return stored ? storedConfig.parse(stored).members[0].host : null
}

/** The members of a set that is to be founded; `settings` are those of its configuration. */
type Founding = { ports: readonly number[]; settings?: { electionTimeoutMillis?: number } }

/** Founds a set by way of one of its members; electing a primary is another step. @throws the driver's error */
export async function foundSet(client: MongoClient, { ports, settings = {} }: Founding): Promise<void> {
  const members = ports.map((port, _id) => ({ _id, host: hostOf(port) }))
  await client.db('admin').command({ replSetInitiate: { _id: replicaSetName, members, settings } })
}
