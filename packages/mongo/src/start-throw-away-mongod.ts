import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithParent, type ParentGuard } from './end-with-parent.ts'
import { findFreePort } from './free-port.ts'
import { MongodFault } from './mongod-fault.ts'
import { identifyProcess, type ProcessIdentity } from './process-identity.ts'
import { becomePrimary, replicaSetUri } from './replica-set.ts'
import { type MongodSettings, spawnMongod } from './spawn-mongod.ts'
import { isGoneWithin, sendSignal, stopMongod } from './stop-mongod.ts'

/**
 * A one-member replica set that lives in a temporary folder and no longer than this process. `kill` is a crash
 * (SIGKILL); `restart` brings it back on the same port with the same data, after ending it cleanly if it runs; `freeze`
 * and `thaw` halt and continue the process (not on Windows); `stop` ends it and deletes its data. `pid` changes with
 * each restart.
 */
export type ThrowAwayMongod = AsyncDisposable & {
  readonly uri: string
  readonly port: number
  readonly pid: number
  kill(): Promise<void>
  restart(): Promise<void>
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

type Running = { identity: ProcessIdentity; port: number; guard: ParentGuard }

const primaryLimitMs = 30_000
const stopLimitMs = 10_000
const portTries = 5

/**
 * Starts an empty one-member replica set for tests, with 256 MiB of cache and a port chosen by the system. @throws
 * MongodFault
 */
export async function startThrowAwayMongod(options: { binary: string }): Promise<ThrowAwayMongod> {
  // mongod tells its folder as the system sees it, and the temporary folder is a link on some systems.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'inlet-mongod-')))
  const settings = {
    binary: options.binary,
    dbPath: folder,
    logPath: join(folder, 'mongod.log'),
    cacheMib: 256,
    oplogMib: 256,
  }
  const launch = (port: number) =>
    launchOn({ ...settings, port }).then((started) => started ?? fail('its port was taken'))

  let running = await launchAnywhere(settings).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  const { port } = running

  const kill = async () => {
    sendSignal(running.identity, 'SIGKILL')
    await isGoneWithin(running.identity, stopLimitMs)
  }
  // Nobody will read the data again, so a clean end is not worth its second.
  const stop = async () => {
    await kill()
    running.guard.dismiss()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  return {
    uri: replicaSetUri(port),
    port,
    get pid() {
      return running.identity.pid
    },
    kill,
    restart: async () => {
      await stopMongod({ ...running.identity, port }, stopLimitMs)
      running.guard.dismiss()
      running = await launch(port)
    },
    freeze: () => sendSignal(running.identity, 'SIGSTOP'),
    thaw: () => sendSignal(running.identity, 'SIGCONT'),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function launchAnywhere(settings: Omit<MongodSettings, 'port'>): Promise<Running> {
  for (let attempt = 0; attempt < portTries; attempt += 1) {
    const running = await launchOn({ ...settings, port: await findFreePort() })
    if (running) return running
  }
  return fail(`${portTries} free ports in a row were taken before it had them`)
}

/** Null when somebody else has the port. */
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
  if (!(await becomePrimary(settings.port, primaryLimitMs))) fail('its set has another address')
  return { identity: identifyProcess(spawned.pid) ?? fail('it ended at once'), port: settings.port, guard }
}

function fail(reason: string): never {
  throw new MongodFault(`A throw-away mongod could not be started: ${reason}.`)
}
