import { setTimeout as wait } from 'node:timers/promises'
import type { MongoClient } from 'mongodb'
import { z } from 'zod'
import { MongodFault } from '../mongod-fault.ts'
import { directClient } from '../process/probe-mongod.ts'
import { foundSet } from '../process/replica-set.ts'

const hello = z.object({ isWritablePrimary: z.boolean(), secondary: z.boolean().default(false) })

const answerLimitMs = 5_000
const retryMs = 50

/** The ports of a set's members to be; `electionTimeoutMs` where MongoDB's own 10 s are not wanted. */
type Founding = { ports: readonly number[]; electionTimeoutMs?: number | undefined }

/**
 * Makes empty mongods on 127.0.0.1 one set, and returns when the first is its primary and all others hold what it
 * holds. @throws MongodFault after `limitMs`, or the driver's error
 */
export async function foundMemberSet({ ports, electionTimeoutMs }: Founding, limitMs: number): Promise<void> {
  const settings = electionTimeoutMs === undefined ? {} : { electionTimeoutMillis: electionTimeoutMs }
  await withClients(ports.slice(0, 1), async ([first]) => {
    if (!first) throw new MongodFault('A set needs at least one member.')
    await foundSet(first, { ports, settings })
    // Of itself a new set of several waits for its election time-out first. The others refuse until they know of the set.
    await until('elect a primary', limitMs, () =>
      first
        .db('admin')
        .command({ replSetStepUp: 1 })
        .then(
          () => true,
          () => false,
        ),
    )
  })
  await membersSettled(ports, limitMs)
}

/** Returns when one member is primary and all others are its secondaries. @throws MongodFault after `limitMs` */
export async function membersSettled(ports: readonly number[], limitMs: number): Promise<void> {
  await withClients(ports, (clients) =>
    until('settle', limitMs, async () => {
      const states = await Promise.all(clients.map(stateOf))
      return states.filter((state) => state === 'primary').length === 1 && !states.includes('other')
    }),
  )
}

async function stateOf(client: MongoClient): Promise<'primary' | 'secondary' | 'other'> {
  try {
    const { isWritablePrimary, secondary } = hello.parse(await client.db('admin').command({ hello: 1 }))
    if (isWritablePrimary) return 'primary'
    return secondary ? 'secondary' : 'other'
  } catch {
    // It is being started, or cuts its connections because it has just lost its rank.
    return 'other'
  }
}

async function until(what: string, limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAt)
      throw new MongodFault(`The set's members did not ${what} within ${limitMs / 1000} seconds.`)
    await wait(retryMs)
  }
}

async function withClients<T>(ports: readonly number[], work: (clients: MongoClient[]) => Promise<T>): Promise<T> {
  const clients = ports.map((port) => directClient(port, answerLimitMs))
  try {
    return await work(clients)
  } finally {
    await Promise.all(clients.map((client) => client.close(true)))
  }
}
