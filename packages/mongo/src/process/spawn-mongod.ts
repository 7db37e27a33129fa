import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { MongodError } from '../errors.ts'
import { logEnd, readEnd } from './mongod-log.ts'
import { type MongodLogin, probeMongod } from './probe-mongod.ts'

/** Access control of a mongod: `keyFile` turns it on, and `login` is a login that needs nothing but the key. */
export type MongodAccess = { keyFile: string; login: MongodLogin }

/** Settings of one mongod; sizes of cache and oplog in MiB. */
export type MongodSettings = {
  binary: string
  dbPath: string
  logPath: string
  port: number
  /** Without it MongoDB decides: half of the memory above 1 GiB, and at least 256 MiB. */
  cacheMib?: number | undefined
  oplogMib: number
  /** Without it mongod writes a checkpoint every 60 s; files of what was dropped stay open until the next one. */
  checkpointSeconds?: number
  /** Without it, everyone who can connect to the port has full access. */
  access?: MongodAccess
  /** True for changing the set's configuration, which only a mongod outside its set allows. */
  isStandalone?: boolean
  /** True for one of several members: a primary hands over before it ends. */
  hasPeers?: boolean
}

/** A mongod that answers, or one of two temporary reasons why it could not start. */
export type SpawnedMongod = { state: 'answering'; pid: number } | { state: 'port-taken' } | { state: 'data-in-use' }

/** The name of every set that this package makes. */
export const replicaSetName = 'inlet'

const answerLimitMs = 60_000

/**
 * Starts a mongod on 127.0.0.1 and returns when it answers. It has a process group of its own (a Ctrl-C for this process
 * must not end it before this process has drained) and does not keep this process alive. `onSpawned` gets its process
 * number before it answers. @throws MongodError when it ends for another reason
 */
export async function spawnMongod(
  settings: MongodSettings,
  onSpawned: (pid: number) => void = () => {},
): Promise<SpawnedMongod> {
  const logStart = await logEnd(settings.logPath)
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
    const pid = await findOwnPid(settings)
    if (pid !== null) return { state: 'answering', pid }
    if (performance.now() > giveUpAt) {
      child.kill('SIGKILL')
      throw new MongodError(
        `mongod did not answer within ${answerLimitMs / 1000} seconds; its log is ${settings.logPath}.`,
      )
    }
    await wait(20)
  }
  if (couldNotRun) throw new MongodError(`${settings.binary} could not be run.`)
  return await reasonOfEnd(child, settings.logPath, logStart)
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
    // By default the journal of an empty database is three files of 100 MB; how it is written and flushed does not depend on their size.
    ...['--wiredTigerEngineConfigString', 'log=(file_max=32MB,prealloc=false)'],
    ...(settings.checkpointSeconds === undefined ? [] : ['--syncdelay', String(settings.checkpointSeconds)]),
    // The log of a slow operation would contain what was searched for or stored.
    ...['--slowOpSampleRate', '0'],
    // Compression is useless on loopback, and zlib of older servers leaks memory to any client (CVE-2025-14847).
    ...['--networkMessageCompressors', 'disabled'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // Nothing reads a past snapshot. With the default of five minutes the files of dropped databases stay open that long.
    ...['--setParameter', 'minSnapshotHistoryWindowInSeconds=0'],
    // Without other members there is no hand-over to wait for.
    ...(settings.hasPeers ? [] : ['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100']),
    ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
  ]
}

/** Without the localhost exception, by which any local program could create the first user. */
const accessArguments = ({ keyFile }: MongodAccess) => [
  ...['--keyFile', keyFile],
  ...['--setParameter', 'enableLocalhostAuthBypass=false'],
]

/** The process number of our mongod once it answers. Another program may have the port, so its data folder is compared. */
async function findOwnPid(settings: MongodSettings): Promise<number | null> {
  const probed = await probeMongod(settings.port, settings.access?.login)
  return probed?.dbPath === settings.dbPath ? probed.pid : null
}

/** The exit code of mongod when its port is taken. */
const portTakenCode = 48

/**
 * mongod takes its port early in its start, and listens late; where another program began to listen in between (both may
 * take it), mongod does not end with a code but aborts.
 */
async function reasonOfEnd(child: ChildProcess, logPath: string, logStart: number): Promise<SpawnedMongod> {
  if (child.exitCode === portTakenCode) return { state: 'port-taken' }
  const { cannotListen, isDataInUse, reasons } = await readEnd(logPath, logStart)
  if (cannotListen) return { state: 'port-taken' }
  if (isDataInUse) return { state: 'data-in-use' }
  const how = child.signalCode ?? `code ${child.exitCode}`
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`
  throw new MongodError(`mongod ended with ${how} while starting${why}; ${logPath} says more.`)
}
