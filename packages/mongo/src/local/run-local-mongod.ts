import { rename, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { readMongodVersion } from '../binary/mongod-version.ts'
import { MongodFault } from '../faults.ts'
import { findFreePort, isPortFree } from '../process/free-port.ts'
import { type MongodLogin, probeMongod } from '../process/probe-mongod.ts'
import { identifyProcess, type ProcessIdentity } from '../process/process-identity.ts'
import { becomePrimary, readdressMember } from '../process/replica-set.ts'
import { type MongodSettings, spawnMongod } from '../process/spawn-mongod.ts'
import { stopMongod } from '../process/stop-mongod.ts'
import { type LocalAccess, provideLocalUser } from './local-access.ts'
import { type LocalState, opensDataOf, readLocalState, writeLocalState } from './local-state.ts'
import { hasLocalUsers } from './local-users.ts'
import { identifyMongod, readHolder } from './mongod-holder.ts'

/** Where a local mongod lives and what is started there. */
export type LocalPlace = {
  folder: string
  dbPath: string
  logPath: string
  binary: string
  cacheMib: number | undefined
  access: LocalAccess
  onProgress: (line: string) => void
}

/** A mongod that is primary, with its port and whether it ran before. */
export type RunningMongod = ProcessIdentity & { port: number; wasAdopted: boolean; login: MongodLogin }

const startLimitMs = 30_000
const primaryLimitMs = 30_000
/** Within this a mongod ends cleanly, or else by force. */
const stopLimitMs = 9_000
/** One that cannot find itself in its set has written nothing, and does not always hear a request to end. */
const unsettledStopLimitMs = 2_000
const retryMs = 100

/**
 * Takes over the place's living mongod, or waits for a dying one to be gone and starts another. Call it under the
 * place's lock. @throws MongodFault
 */
export async function runLocalMongod(place: LocalPlace): Promise<RunningMongod> {
  const giveUpAt = performance.now() + startLimitMs
  let hasTold = false
  for (;;) {
    const state = await readLocalState(place.folder)
    const running = (state && (await adopt(place, state))) ?? (await start(place, state))
    if (running) {
      await provideLocalUser(running.port, place.access)
      return running
    }
    if (state && (await endOpenMongod(place, state))) continue
    if (performance.now() > giveUpAt) {
      const holder = await readHolder(place.dbPath)
      throw new MongodFault(
        `Another mongod (process ${holder?.pid ?? 'unknown'}) holds ${place.dbPath} and does not answer: end it and start again.`,
      )
    }
    if (!hasTold) place.onProgress('Waiting for the mongod of an earlier start to end …')
    hasTold = true
    await wait(retryMs)
  }
}

/**
 * Ends the mongod that serves the place now: the one that was known, or the one that another start has put in the place of a dead one.
 * Of that one only what answers is ended; the next start sees to one that does not. Call it under the place's lock.
 */
export async function stopLocalMongod(place: LocalPlace, known: RunningMongod): Promise<void> {
  const giveUpAt = performance.now() + stopLimitMs
  const leftMs = () => Math.max(0, giveUpAt - performance.now())
  await stopMongod(known, leftMs())
  const state = await readLocalState(place.folder)
  // Who holds the data may be slow to say that it does.
  while (state && leftMs() > 0 && (await readHolder(place.dbPath))) {
    const found = await findRunning(place, state)
    if (found) return await stopMongod(found.running, leftMs())
    await wait(retryMs)
  }
}

/**
 * Ends one that a start before there was access control has left running, if there is one: whoever reaches its port may do everything.
 * @throws MongodFault where a living process uses it
 */
async function endOpenMongod(place: LocalPlace, { port }: LocalState): Promise<boolean> {
  const [probed, holder] = [await probeMongod(port), await readHolder(place.dbPath)]
  // Anybody could give such an answer. What is ended is who holds the data, which the private folder tells.
  if (!holder || probed?.dbPath !== place.dbPath || probed.pid !== holder.pid) return false
  if (await hasLocalUsers(place.folder)) {
    throw new MongodFault(
      `A server of an earlier version uses the database in ${place.folder}, which has no password there: stop that server, then start again.`,
    )
  }
  place.onProgress('Restarting the local MongoDB, which ran without a password …')
  await stopMongod({ ...holder, port }, stopLimitMs)
  return true
}

/** Who answers at the place's address, if it serves the place's data. */
async function findRunning(place: LocalPlace, { port }: LocalState) {
  const { login } = place.access
  const probed = await probeMongod(port, login)
  const identity = probed?.dbPath === place.dbPath ? identifyProcess(probed.pid) : null
  return probed && identity && { running: { ...identity, port, login, wasAdopted: true }, setName: probed.setName }
}

async function adopt(place: LocalPlace, state: LocalState): Promise<RunningMongod | null> {
  const found = await findRunning(place, state)
  if (!found) return null

  const { running, setName } = found
  const isPrimary =
    setName !== null && (await becomePrimary(state.port, primaryLimitMs, running.login).catch(() => false))
  if (isPrimary) {
    await writeLocalState(place.folder, { ...state, pid: running.pid })
    return running
  }
  // It was about to end as it answered, or its starter was killed while it was being given a new address.
  await stopMongod(running, stopLimitMs)
  return null
}

/** Null while an earlier mongod still holds the data or the port. */
async function start(place: LocalPlace, state: LocalState | null): Promise<RunningMongod | null> {
  const version = await readMongodVersion(place.binary)
  if (state && !opensDataOf(state.version, version)) {
    throw new MongodFault(
      `The data in ${place.folder} was written by MongoDB ${state.version} and cannot be opened by ${version.text}: set MONGOMS_SYSTEM_BINARY to a mongod of the old version, or move the folder away to begin anew.`,
    )
  }
  const port = await choosePort(place, state)
  if (port === null) return null

  await limitLog(place.logPath)
  // Kept before the start: a crash in the middle must not leave a mongod on a port that nobody knows.
  await writeLocalState(place.folder, { port, pid: null, version: state?.version ?? version.text })
  const running = await launch(place, { port, isMoved: state !== null && state.port !== port })
  if (running) await writeLocalState(place.folder, { port, pid: running.pid, version: version.text })
  return running
}

/**
 * `isMoved`: the data's set was last at another port. Null when an earlier mongod holds the data, or somebody was
 * quicker on the port.
 */
async function launch(
  place: LocalPlace,
  { port, isMoved }: { port: number; isMoved: boolean },
): Promise<RunningMongod | null> {
  const settings = { ...place, port, cacheMib: place.cacheMib ?? constrainedCacheMib(), oplogMib }
  // The second round is for a set whose address differs from what the state file said, or said no more.
  for (const isMovedNow of [isMoved, true]) {
    if (isMovedNow) await readdress(settings)
    const running = await spawnIdentified(settings)
    if (!running) return null
    if (await isReady(place, running)) return running
    await stopMongod(running, unsettledStopLimitMs)
  }
  return null
}

type LocalSettings = MongodSettings & { access: LocalAccess }

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
  if (!identity) throw new MongodFault(`mongod ended right after its start; ${settings.logPath} says why.`)
  return { ...identity, port: settings.port, login: settings.access.login, wasAdopted: false }
}

async function isReady(place: LocalPlace, running: RunningMongod): Promise<boolean> {
  try {
    return await becomePrimary(running.port, primaryLimitMs, running.login)
  } catch (cause) {
    await stopMongod(running, stopLimitMs)
    throw new MongodFault(`mongod started but did not become ready; ${place.logPath} says why.`, { cause })
  }
}

/**
 * The kept port, so that the address stays the same; another one when a stranger has it; null while an earlier mongod
 * of ours may have it. @throws MongodFault where a stranger has it and somebody still expects the database there
 */
async function choosePort(place: LocalPlace, state: LocalState | null): Promise<number | null> {
  if (!state) return await findFreePort()
  if (await isPortFree(state.port)) return state.port
  if (await isAround(place, state)) return null
  // A stranger at an address that somebody still trusts could pass on what it hears to the new one.
  if (await hasLocalUsers(place.folder)) {
    throw new MongodFault(
      `Another program has taken port ${state.port} of the local MongoDB, and a server or command still expects the database there: stop that, then start again.`,
    )
  }
  const port = await findFreePort()
  place.onProgress(`Port ${state.port} of the local MongoDB is taken by another program; using ${port} from now on.`)
  return port
}

/** Whether an earlier mongod of ours still runs: as it ends it lets go of the data before it lets go of the port. */
async function isAround({ dbPath }: LocalPlace, { pid }: LocalState): Promise<boolean> {
  const ended = pid === null ? null : await identifyMongod(pid, dbPath)
  return ended !== null || (await readHolder(dbPath)) !== null
}

/** What MongoDB would take of a container's memory, which not every version of it sees; undefined where it may have the machine's. */
function constrainedCacheMib(): number | undefined {
  const limit = process.constrainedMemory()
  if (limit <= 0 || limit >= totalmem()) return undefined
  const mebibyte = 1024 * 1024
  return Math.max(256, Math.floor((limit / mebibyte - 1024) / 2))
}

/** Nobody replicates from it, and change streams read only its newest part; this is the least that MongoDB supports. */
const oplogMib = 990

const logLimitBytes = 4 * 1024 * 1024

/** One older log is kept. mongod itself is told to be quiet, so that between two starts little comes. */
async function limitLog(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found && found.size > logLimitBytes) await rename(path, `${path}.1`)
}
