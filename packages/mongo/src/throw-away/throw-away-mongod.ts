import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MongodError } from '../errors.ts'
import { findFreePort } from '../process/free-port.ts'
import { identifyProcess, isAlive, type ProcessIdentity } from '../process/process-identity.ts'
import { becomePrimary, replicaSetUri } from '../process/replica-set.ts'
import { type MongodSettings, spawnMongod } from '../process/spawn-mongod.ts'
import { isGoneWithin, sendSignal, stopMongod } from '../process/stop-mongod.ts'
import { endWithParent, type ParentGuard } from './end-with-parent.ts'

/**
 * A mongod with its data in a temporary folder, which ends with this process. `kill` is a crash (SIGKILL); `restart`
 * starts it again on the same port with the same data, after a clean end if it runs; `freeze` and `thaw` halt and
 * continue the process (not on Windows); `stop` ends it and deletes its data. `pid` changes with each restart.
 */
export type ThrowAwayProcess = {
  readonly port: number
  readonly pid: number
  /** In the folder of its data: gone after `stop`. */
  readonly logPath: string
  state(): 'running' | 'frozen' | 'ended'
  kill(): Promise<void>
  restart(): Promise<void>
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** A one-member replica set with its data in a temporary folder, which ends with this process. */
export type ThrowAwayMongod = AsyncDisposable & ThrowAwayProcess & { readonly uri: string }

type Running = { identity: ProcessIdentity; port: number; guard: ParentGuard }

const stopLimitMs = 10_000
const portTries = 5
/** While a member is down another program may take its port, if only to test whether it is free. */
const portLimitMs = 15_000
const portPauseMs = 200
const primaryLimitMs = 30_000

type ThrowAwaySettings = Pick<MongodSettings, 'binary' | 'hasPeers'> & {
  /** Where the folder with its data is made; the system's temporary folder by default. */
  parentFolder?: string
}

/**
 * Starts an empty one-member replica set for tests, with 256 MiB of cache, on a free port. @throws MongodError
 */
export async function startThrowAwayMongod(options: Omit<ThrowAwaySettings, 'hasPeers'>): Promise<ThrowAwayMongod> {
  const member = await runThrowAwayMongod(options, async (port) => {
    if (await becomePrimary(port, primaryLimitMs)) return
    throw new MongodError('A throw-away mongod could not be started: its set has another address.')
  })
  return {
    ...member,
    uri: replicaSetUri(member.port),
    get pid() {
      return member.pid
    },
    [Symbol.asyncDispose]: member.stop,
  }
}

/**
 * Runs an empty mongod with 256 MiB of cache on a free port. Each time it has started and answers, `settle` is awaited.
 * @throws MongodError
 */
export async function runThrowAwayMongod(
  { parentFolder = tmpdir(), ...options }: ThrowAwaySettings,
  settle: (port: number) => Promise<void>,
): Promise<ThrowAwayProcess> {
  // mongod reports its folder without symbolic links, and the temporary folder is a link on some systems.
  const folder = await realpath(await mkdtemp(join(parentFolder, 'inlet-mongod-')))
  const settings = {
    ...options,
    dbPath: folder,
    logPath: join(folder, 'mongod.log'),
    cacheMib: 256,
    oplogMib: 256,
    // Tests drop a database of a hundred files every second: with 60 s it had 11,600 files open, near the limit of many systems.
    checkpointSeconds: 5,
  }
  const launch = async (port: number) => {
    const started = await launchOn({ ...settings, port })
    if (!started) return null
    try {
      await settle(port)
      return started
    } catch (error) {
      await killNow(started)
      started.guard.dismiss()
      throw error
    }
  }

  let running = await launchAnywhere(launch).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  const { port } = running
  let isFrozen = false

  const kill = () => killNow(running)
  return {
    port,
    logPath: settings.logPath,
    get pid() {
      return running.identity.pid
    },
    state: () => {
      if (!isAlive(running.identity)) return 'ended'
      return isFrozen ? 'frozen' : 'running'
    },
    kill,
    restart: async () => {
      await stopMongod({ ...running.identity, port }, stopLimitMs)
      running.guard.dismiss()
      running = await launchAgain(() => launch(port))
      isFrozen = false
    },
    freeze: () => {
      sendSignal(running.identity, 'SIGSTOP')
      isFrozen = true
    },
    thaw: () => {
      sendSignal(running.identity, 'SIGCONT')
      isFrozen = false
    },
    // The data are deleted, so a clean end, which takes a second, has no use.
    stop: async () => {
      await kill()
      running.guard.dismiss()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function killNow({ identity }: Running): Promise<void> {
  sendSignal(identity, 'SIGKILL')
  await isGoneWithin(identity, stopLimitMs)
}

async function launchAnywhere(launch: (port: number) => Promise<Running | null>): Promise<Running> {
  for (let attempt = 0; attempt < portTries; attempt += 1) {
    const running = await launch(await findFreePort())
    if (running) return running
  }
  return fail(`${portTries} free ports in a row were taken before it had them`)
}

async function launchAgain(launch: () => Promise<Running | null>): Promise<Running> {
  const giveUpAt = performance.now() + portLimitMs
  while (performance.now() < giveUpAt) {
    const running = await launch()
    if (running) return running
    await wait(portPauseMs)
  }
  return fail('its port was taken')
}

/** Null when another program has the port. */
async function launchOn(settings: MongodSettings): Promise<Running | null> {
  let guard: ParentGuard = { dismiss: () => {} }
  const spawned = await spawnMongod(settings, (pid) => {
    guard = endWithParent(pid, settings.dbPath)
  }).catch((error: unknown) => {
    guard.dismiss()
    throw error
  })
  if (spawned.state !== 'answering') {
    guard.dismiss()
    return null
  }
  return { identity: identifyProcess(spawned.pid) ?? fail('it ended at once'), port: settings.port, guard }
}

function fail(reason: string): never {
  throw new MongodError(`A throw-away mongod could not be started: ${reason}.`)
}
