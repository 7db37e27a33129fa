import { rename, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { MongodError } from '../errors.ts'
import { identifyProcess } from '../process/process-identity.ts'
import { becomePrimary, readdressMember } from '../process/replica-set.ts'
import { type MongodSettings, spawnMongod } from '../process/spawn-mongod.ts'
import { stopMongod } from '../process/stop-mongod.ts'
import type { LocalAccess } from './local-access.ts'
import { type LocalPlace, type RunningMongod, stopLimitMs } from './running-mongod.ts'

type LocalSettings = MongodSettings & { access: LocalAccess }

/** How long a mongod may take to become primary. */
export const primaryLimitMs = 30_000
/** A mongod that is not in its set has written nothing, and does not always react to a request to end. */
const unsettledStopLimitMs = 2_000

/** The oplog's size: the least that MongoDB supports. There is no replication, and change streams read only its newest part. */
const oplogMib = 990

const logLimitBytes = 4 * 1024 * 1024

/**
 * Starts a mongod on the place's data and waits until it is primary. `isMoved`: its set has another port in its
 * configuration. Null when an earlier mongod has the data open or another program took the port. @throws MongodError
 */
export async function launchMongod(
  place: LocalPlace,
  { port, isMoved }: { port: number; isMoved: boolean },
): Promise<RunningMongod | null> {
  await limitLog(place.logPath)
  const settings = { ...place, port, cacheMib: place.cacheMib ?? constrainedCacheMib(), oplogMib }
  // The second round is for a set with another address than the state file says, or where that file was lost.
  for (const mustReaddress of [isMoved, true]) {
    if (mustReaddress) await readdress(settings)
    const running = await spawnIdentified(settings)
    if (!running) return null
    if (await isPrimary(place, running)) return running
    await stopMongod(running, unsettledStopLimitMs)
  }
  return null
}

async function readdress(settings: LocalSettings): Promise<void> {
  const standalone = await spawnIdentified({ ...settings, isStandalone: true })
  if (!standalone) return
  await readdressMember(standalone.port, settings.port, standalone.login)
  await stopMongod(standalone, stopLimitMs)
}

async function spawnIdentified(settings: LocalSettings): Promise<RunningMongod | null> {
  const spawned = await spawnMongod(settings)
  if (spawned.state !== 'answering') return null
  const identity = identifyProcess(spawned.pid)
  if (!identity) throw new MongodError(`mongod ended right after its start; ${settings.logPath} says why.`)
  return { ...identity, port: settings.port, login: settings.access.login, wasAdopted: false }
}

async function isPrimary(place: LocalPlace, running: RunningMongod): Promise<boolean> {
  try {
    return await becomePrimary(running.port, primaryLimitMs, running.login)
  } catch (cause) {
    await stopMongod(running, stopLimitMs)
    throw new MongodError(`mongod started but did not become ready; ${place.logPath} says why.`, { cause })
  }
}

/** MongoDB's default for a container's memory, which not every version of it detects; undefined without such a limit. */
function constrainedCacheMib(): number | undefined {
  const limit = process.constrainedMemory()
  if (limit <= 0 || limit >= totalmem()) return undefined
  const mebibyte = 1024 * 1024
  return Math.max(256, Math.floor((limit / mebibyte - 1024) / 2))
}

/** Keeps one older log. mongod runs with `--quiet`, so that between two starts the log grows little. */
async function limitLog(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found && found.size > logLimitBytes) await rename(path, `${path}.1`)
}
