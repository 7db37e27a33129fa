import { setTimeout as wait } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { z } from 'zod'
import { MongodError } from '../errors.ts'
import { directClient } from '../process/probe-mongod.ts'
import { initiateSet } from '../process/replica-set.ts'

const hello = z.object({ isWritablePrimary: z.boolean(), secondary: z.boolean().default(false) })

const answerLimitMs = 5_000
const retryMs = 50
/** A frozen primary is noticed after the sum of both. */
const heartbeatMs = 500
const heartbeatLimitMs = 1_000

/** The ports of the future members of a set; `electionTimeoutMs` replaces MongoDB's own 10 s. */
type NewSet = { ports: readonly number[]; electionTimeoutMs?: number | undefined }

/**
 * Makes empty mongods on 127.0.0.1 members of one new set. Returns when the first is its primary and all others have
 * its data. @throws MongodError after `limitMs`, or the driver's error
 */
export async function initiateMembers({ ports, electionTimeoutMs }: NewSet, limitMs: number): Promise<void> {
  const settings = electionTimeoutMs === undefined ? {} : { electionTimeoutMillis: electionTimeoutMs }
  await withClients(ports.slice(0, 1), async ([first]) => {
    if (!first) throw new MongodError('A set needs at least one member.')
    await initiateSet(first, { ports, settings })
    // Without this request a new set waits for its election time-out. The members refuse it until they know of the set.
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

/** Returns when one member is primary and all others are its secondaries. @throws MongodError after `limitMs` */
export async function membersSettled(ports: readonly number[], limitMs: number): Promise<void> {
  await withClients(ports, (clients) =>
    until('settle', limitMs, async () => {
      const states = await Promise.all(clients.map(stateOf))
      return states.filter((state) => state === 'primary').length === 1 && !states.includes('other')
    }),
  )
}

/** The current primary of a set as the driver sees it: its port on 127.0.0.1, or null while there is none. */
export type PrimaryWatch = { readonly port: number | null; stop(): Promise<void> }

/** Watches a set until it is stopped; `onChange` is called when the primary changes and when there is none any more. */
export async function watchPrimary(uri: string, onChange: (port: number | null) => void): Promise<PrimaryWatch> {
  const client = new MongoClient(uri, { heartbeatFrequencyMS: heartbeatMs, connectTimeoutMS: heartbeatLimitMs })
  let port: number | null = null
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const primary = [...newDescription.servers.values()].find(({ type }) => type === 'RSPrimary')
    const found = primary?.hostAddress.port ?? null
    if (found === port) return
    port = found
    onChange(found)
  })
  await client.connect()
  return {
    get port() {
      return port
    },
    stop: () => client.close(true),
  }
}

async function stateOf(client: MongoClient): Promise<'primary' | 'secondary' | 'other'> {
  try {
    const { isWritablePrimary, secondary } = hello.parse(await client.db('admin').command({ hello: 1 }))
    if (isWritablePrimary) return 'primary'
    return secondary ? 'secondary' : 'other'
  } catch {
    // It is starting, or has closed its connections because it is no longer primary.
    return 'other'
  }
}

async function until(what: string, limitMs: number, isDone: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + limitMs
  while (!(await isDone())) {
    if (performance.now() > giveUpAt)
      throw new MongodError(`The set's members did not ${what} within ${limitMs / 1000} seconds.`)
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
