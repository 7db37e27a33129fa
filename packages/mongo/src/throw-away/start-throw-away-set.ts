import { foundMemberSet, membersSettled } from './member-set.ts'
import { MongodFault } from '../mongod-fault.ts'
import { directClient } from '../process/probe-mongod.ts'
import { replicaSetUri } from '../process/replica-set.ts'
import { runThrowAwayMongod, type ThrowAwayProcess } from './run-throw-away-mongod.ts'
import { watchPrimary } from './watch-primary.ts'

/**
 * A replica set of several members that lives in temporary folders and no longer than this process. Each member can be
 * killed, restarted, frozen and thawed. `primary` is who takes the writes, as a driver sees it, and `onPrimary` hears
 * of every change of that until the function it answers is called. `stepDown` makes the primary hand over; `heal` thaws
 * and restarts all that was halted, and returns when every member is back; `stop` ends all and deletes their data.
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
  /** How long the others miss a primary before they elect another; MongoDB's own 10 s by default. */
  electionTimeoutMs?: number
}

/** After a restart of most of them an election takes its 10 s, and on a busy machine starting takes a while. */
const settleLimitMs = 45_000
/** MongoDB waits up to 10 s for a member that can take over. */
const stepDownLimitMs = 15_000

/**
 * Starts an empty set on loopback with MongoDB's own settings but for a cache and an oplog of 256 MiB each, on ports
 * that are free; returns when one member is primary and the others are up to date. @throws MongodFault
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
    await foundMemberSet({ ports, electionTimeoutMs }, settleLimitMs)
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
        if (watch.port === null) throw new MongodFault('The set has no primary that could step down.')
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

/** All of them, or none. */
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
