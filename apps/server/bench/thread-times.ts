import { existsSync, readdirSync } from 'node:fs'
import { processorTicks } from './processor-ticks.ts'

/** Processor time of server and database by group of threads, user and system together: of a window in ms, or of a mail in µs. */
export interface ThreadTimes {
  main: number
  parsing: number
  /** V8's own threads: garbage of all threads, and the compiler. */
  v8: number
  libuv: number
  /** The other threads of the server: authentication of senders, the API's, and what has no name of ours. */
  other: number
  mongod: number
}

type Group = keyof ThreadTimes

/** The names that Node gives its threads and the server its workers; Linux keeps 15 characters. */
const groups: [name: RegExp, group: Group][] = [
  [/^MainThread$/, 'main'],
  [/^parsing$/, 'parsing'],
  [/^(?:V8Worker|DelayedTaskSche)/, 'v8'],
  [/^libuv-worker/, 'libuv'],
]

/**
 * Starts to count; the returned function gives the time since then in ms. A thread that ended meanwhile is missing from its group. Zeros
 * where the system is not Linux.
 */
export function meterThreads({
  serverPid,
  databasePid,
}: {
  serverPid: number
  databasePid: number
}): () => ThreadTimes {
  if (process.platform !== 'linux') return none
  const serverBefore = threadsOf(serverPid)
  const databaseBefore = processorTicks(`/proc/${databasePid}/stat`).ms
  return () => {
    const times = none()
    for (const [id, { name, ms }] of threadsOf(serverPid)) {
      const group = groups.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
      times[group] += ms - (serverBefore.get(id)?.ms ?? 0)
    }
    times.mongod = processorTicks(`/proc/${databasePid}/stat`).ms - databaseBefore
    return times
  }
}

/** The same of a process whose threads have no names of ours: all of its time is `other`. */
export function meterProcess(pid: number): () => ThreadTimes {
  if (process.platform !== 'linux') return none
  const before = processorTicks(`/proc/${pid}/stat`).ms
  return () => ({ ...none(), other: processorTicks(`/proc/${pid}/stat`).ms - before })
}

/** The sum of several windows. */
export const addedUp = (windows: ThreadTimes[]): ThreadTimes =>
  windows.reduce(
    (one, other) => ({
      main: one.main + other.main,
      parsing: one.parsing + other.parsing,
      v8: one.v8 + other.v8,
      libuv: one.libuv + other.libuv,
      other: one.other + other.other,
      mongod: one.mongod + other.mongod,
    }),
    none(),
  )

/** The same for one of `mails`, in µs. */
export function perMail(times: ThreadTimes, mails: number): ThreadTimes {
  const share = (ms: number) => (ms * 1000) / mails
  return {
    main: share(times.main),
    parsing: share(times.parsing),
    v8: share(times.v8),
    libuv: share(times.libuv),
    other: share(times.other),
    mongod: share(times.mongod),
  }
}

/** The sum of all groups. */
export const allThreads = ({ main, parsing, v8, libuv, other, mongod }: ThreadTimes): number =>
  main + parsing + v8 + libuv + other + mongod

const none = (): ThreadTimes => ({ main: 0, parsing: 0, v8: 0, libuv: 0, other: 0, mongod: 0 })

function threadsOf(pid: number): Map<string, ReturnType<typeof processorTicks>> {
  const threads = new Map<string, ReturnType<typeof processorTicks>>()
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const file = `/proc/${pid}/task/${id}/stat`
    // Threads of a pool may end at any moment.
    if (existsSync(file)) threads.set(id, processorTicks(file))
  }
  return threads
}
