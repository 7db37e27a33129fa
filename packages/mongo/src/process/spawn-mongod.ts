import { type ChildProcess, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { MongodFault } from '../mongod-fault.ts'
import { type MongodLogin, probeMongod } from './probe-mongod.ts'

/**
 * How a mongod knows its clients: `keyFile` turns on its access control, and `login` is one that the key itself is
 * enough for.
 */
export type MongodAccess = { keyFile: string; login: MongodLogin }

/** What one mongod is given; sizes of cache and oplog in MiB. */
export type MongodSettings = {
  binary: string
  dbPath: string
  logPath: string
  port: number
  /** Where it is not said MongoDB decides: half of the machine's memory beyond 1 GiB, and at least 256 MiB. */
  cacheMib?: number | undefined
  oplogMib: number
  /** Where it is left out, whoever reaches the port may do everything. */
  access?: MongodAccess
  /** True for work on the set's own configuration, which only a mongod outside its set allows. */
  isStandalone?: boolean
  /** True for one of several members: a primary that is asked to end hands over first. */
  hasPeers?: boolean
}

/** A mongod that answers, or which of two things that pass kept it from starting. */
export type SpawnedMongod = { state: 'answering'; pid: number } | { state: 'port-taken' } | { state: 'data-in-use' }

/** Every set of this package has this name. */
export const replicaSetName = 'inlet'

const answerLimitMs = 60_000

/**
 * Starts a mongod on 127.0.0.1 and returns when it answers. It leads a process group of its own (a Ctrl-C meant for
 * this process must not reach it before this one has drained) and does not keep this process alive. `onSpawned` hears
 * its number before it answers. @throws MongodFault when it ends for another reason
 */
export async function spawnMongod(
  settings: MongodSettings,
  onSpawned: (pid: number) => void = () => {},
): Promise<SpawnedMongod> {
  const child = spawn(settings.binary, mongodArguments(settings), {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
  child.unref()
  if (child.pid !== undefined) onSpawned(child.pid)
  let couldNotRun = false
  child.once('error', () => {
    couldNotRun = true
  })

  const giveUpAt = performance.now() + answerLimitMs
  while (!couldNotRun && child.exitCode === null && child.signalCode === null) {
    const pid = await whoAnswers(settings)
    if (pid !== null) return { state: 'answering', pid }
    if (performance.now() > giveUpAt) {
      child.kill('SIGKILL')
      throw new MongodFault(
        `mongod did not answer within ${answerLimitMs / 1000} seconds; its log is ${settings.logPath}.`,
      )
    }
    await wait(20)
  }
  if (couldNotRun) throw new MongodFault(`${settings.binary} could not be run.`)
  return await whyEnded(child, settings)
}

function mongodArguments(settings: MongodSettings): string[] {
  return [
    ...(settings.isStandalone ? [] : ['--replSet', replicaSetName]),
    ...['--bind_ip', '127.0.0.1'],
    ...['--port', String(settings.port)],
    ...(settings.access ? accessArguments(settings.access) : []),
    ...['--dbpath', settings.dbPath],
    ...['--logpath', settings.logPath, '--logappend', '--quiet'],
    ...(settings.cacheMib === undefined ? [] : ['--wiredTigerCacheSizeGB', String(settings.cacheMib / 1024)]),
    ...['--oplogSize', String(settings.oplogMib)],
    // A logged slow operation shows what was searched for or stored.
    ...['--slowOpSampleRate', '0'],
    // Nothing is won on loopback, and zlib shows memory to any client of an older server (CVE-2025-14847).
    ...['--networkMessageCompressors', 'disabled'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // Nobody reads as of a moment past. With the default of five minutes the files of dropped databases stay open for as long.
    ...['--setParameter', 'minSnapshotHistoryWindowInSeconds=0'],
    // Where no other member could take over there is nothing to wait for.
    ...(settings.hasPeers ? [] : ['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100']),
    ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
  ]
}

/** Without the exception for loopback, by which the first to come could make themselves the first user. */
const accessArguments = ({ keyFile }: MongodAccess) => [
  ...['--keyFile', keyFile],
  ...['--setParameter', 'enableLocalhostAuthBypass=false'],
]

/**
 * The process number of our mongod once it answers. Something else may have the port, so it is asked for its data
 * folder.
 */
async function whoAnswers(settings: MongodSettings): Promise<number | null> {
  const probed = await probeMongod(settings.port, settings.access?.login)
  return probed?.dbPath === settings.dbPath ? probed.pid : null
}

/** mongod's exit code when its port is taken. */
const portTakenCode = 48

async function whyEnded(child: ChildProcess, settings: MongodSettings): Promise<SpawnedMongod> {
  if (child.exitCode === portTakenCode) return { state: 'port-taken' }
  const log = await readTail(settings.logPath)
  if (log.includes('DBPathInUse')) return { state: 'data-in-use' }
  const how = child.signalCode ?? `code ${child.exitCode}`
  throw new MongodFault(`mongod ended with ${how} while starting; ${settings.logPath} says why.`)
}

const tailBytes = 16 * 1024

async function readTail(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, Math.max(0, size - tailBytes))
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
