import { MongodError } from '../errors.ts'
import { directClient } from '../process/probe-mongod.ts'
import { replicaSetUri } from '../process/replica-set.ts'
import { initiateMembers, membersSettled, watchPrimary } from './member-set.ts'
import { runThrowAwayMongod, type ThrowAwayProcess } from './throw-away-mongod.ts'

/**
 * A replica set of several members with their data in temporary folders, which end with this process. Each member can be
 * killed, restarted, frozen and thawed. `primary` is the current primary as the driver sees it; `onPrimary` calls the
 * listener at every change of it, until the function it returns is called. `stepDown` makes the primary hand over;
 * `heal` thaws and restarts all members and returns when they are back; `stop` ends all and deletes their data.
 */
export type ThrowAwaySet = AsyncDisposable & {
  readonly uri: string
  readonly members: readonly ThrowAwayProcess[]
  readonly primary: ThrowAwayProcess | null
  onPrimary(listener: (primary: ThrowAwayProcess | null) => void): () => void
  stepDown(): Promise<void>
  heal(): Promise<void>
  stop(): Promise<void>
}

type ThrowAwaySetOptions = {
  binary: string
  /** 3 by default. */
  memberCount?: number
  /** How long the members wait for a silent primary before they elect another one; MongoDB's own 10 s by default. */
  electionTimeoutMs?: number
}

/** After most members were restarted an election takes 10 s, and on a busy machine a start takes several seconds. */
const settleLimitMs = 45_000
/** MongoDB waits up to 10 s for a member that can take over. */
const stepDownLimitMs = 15_000

/**
 * Starts an empty set on free ports of loopback, with 256 MiB each for cache and oplog and MongoDB's defaults for
 * everything else; returns when one member is primary and the others are up to date. @throws MongodError
 */
export async function startThrowAwaySet(options: ThrowAwaySetOptions): Promise<ThrowAwaySet> {
  const { binary, memberCount = 3, electionTimeoutMs } = options
  const members = await startMembers(binary, memberCount)
  const stopMembers = () => Promise.all(members.map((member) => member.stop()))
  const listeners = new Set<(primary: ThrowAwayProcess | null) => void>()
  const memberAt = (port: number | null) => members.find((member) => member.port === port) ?? null
  const ports = members.map(({ port }) => port)
  const uri = replicaSetUri(...ports)

  try {
    await initiateMembers({ ports, electionTimeoutMs }, settleLimitMs)
    const watch = await watchPrimary(uri, (port) => {
      for (const listener of listeners) listener(memberAt(port))
    })
    const stop = async () => {
      listeners.clear()
      await watch.stop()
      await stopMembers()
    }
    return {
      uri,
      members,
      get primary() {
        return memberAt(watch.port)
      },
      onPrimary(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      stepDown: async () => {
        if (watch.port === null) throw new MongodError('The set has no primary that could step down.')
        await stepDownAt(watch.port)
      },
      heal: async () => {
        for (const member of members) member.thaw()
        await Promise.all(members.filter((member) => member.state() === 'ended').map((member) => member.restart()))
        await membersSettled(ports, settleLimitMs)
      },
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stopMembers()
    throw error
  }
}

/** Starts all members, or none. */
async function startMembers(binary: string, memberCount: number): Promise<ThrowAwayProcess[]> {
  const attempts = await Promise.allSettled(
    Array.from({ length: memberCount }, () => runThrowAwayMongod({ binary, hasPeers: true }, async () => {})),
  )
  const started = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  const failed = attempts.find((attempt) => attempt.status === 'rejected')
  if (!failed) return started
  await Promise.all(started.map((member) => member.stop()))
  throw failed.reason
}

async function stepDownAt(port: number): Promise<void> {
  const client = directClient(port, stepDownLimitMs)
  try {
    await client.db('admin').command({ replSetStepDown: 60 })
  } finally {
    await client.close(true)
  }
}
