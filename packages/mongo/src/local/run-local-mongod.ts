import { setTimeout as wait } from 'node:timers/promises'
import { MongodError } from '../errors.ts'
import { findFreePort, isPortFree } from '../process/free-port.ts'
import { opensDataOf, readMongodVersion } from '../process/mongod-version.ts'
import { becomePrimary } from '../process/replica-set.ts'
import { stopMongod } from '../process/stop-mongod.ts'
import { launchMongod, primaryLimitMs } from './launch-mongod.ts'
import { ensureLocalUser } from './local-access.ts'
import { type LocalState, readLocalState, writeLocalState } from './local-state.ts'
import { hasLocalUsers } from './local-users.ts'
import {
  endOpenMongod,
  findRunning,
  identifyMongod,
  type LocalPlace,
  type RunningMongod,
  readHolder,
  stopLimitMs,
} from './running-mongod.ts'

const startLimitMs = 30_000
const retryMs = 100

/**
 * Adopts the place's running mongod, or waits until an earlier one has ended and starts another. Call it under the
 * place's lock. @throws MongodError
 */
export async function runLocalMongod(place: LocalPlace): Promise<RunningMongod> {
  const giveUpAt = performance.now() + startLimitMs
  let isReported = false
  for (;;) {
    const state = await readLocalState(place.folder)
    const running = (state && (await adopt(place, state))) ?? (await start(place, state))
    if (running) {
      await ensureLocalUser(running.port, place.access)
      return running
    }
    if (state && (await endOpenMongod(place, state))) continue
    if (performance.now() > giveUpAt) {
      const holder = await readHolder(place.dbPath)
      throw new MongodError(
        `Another mongod (process ${holder?.pid ?? 'unknown'}) holds ${place.dbPath} and does not answer: end it and start again.`,
      )
    }
    if (!isReported) place.onProgress('Waiting for the mongod of an earlier start to end …')
    isReported = true
    await wait(retryMs)
  }
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
  // It was about to end when it answered, or its starter was killed while it changed the address.
  await stopMongod(running, stopLimitMs)
  return null
}

/** Null while an earlier mongod still has the data or the port. */
async function start(place: LocalPlace, state: LocalState | null): Promise<RunningMongod | null> {
  const version = await readMongodVersion(place.binary)
  if (state && !opensDataOf(state.version, version)) {
    throw new MongodError(
      `The data in ${place.folder} was written by MongoDB ${state.version} and cannot be opened by ${version.text}: set MONGOMS_SYSTEM_BINARY to a mongod of the old version, or move the folder away to begin anew.`,
    )
  }
  const port = await choosePort(place, state)
  if (port === null) return null

  // Before the start: after a crash in between the next start must know the port of the mongod.
  await writeLocalState(place.folder, { port, pid: null, version: state?.version ?? version.text })
  const running = await launchMongod(place, { port, isMoved: state !== null && state.port !== port })
  if (running) await writeLocalState(place.folder, { port, pid: running.pid, version: version.text })
  return running
}

/**
 * The recorded port, so that the address stays the same; another one when another program has it; null while an earlier
 * mongod of ours may have it. @throws MongodError where another program has it and a living process still uses the address
 */
async function choosePort(place: LocalPlace, state: LocalState | null): Promise<number | null> {
  if (!state) return await findFreePort()
  if (await isPortFree(state.port)) return state.port
  if (await isEarlierRunning(place, state)) return null
  // The program at the old address could pass on to the new one what it receives from those who still trust that address.
  if (await hasLocalUsers(place.folder)) {
    throw new MongodError(
      `Another program has taken port ${state.port} of the local MongoDB, and a server or command still expects the database there: stop that, then start again.`,
    )
  }
  const port = await findFreePort()
  place.onProgress(`Port ${state.port} of the local MongoDB is taken by another program; using ${port} from now on.`)
  return port
}

/** Whether an earlier mongod of ours still runs: at its end it closes the data before the port. */
async function isEarlierRunning({ dbPath }: LocalPlace, { pid }: LocalState): Promise<boolean> {
  const ending = pid === null ? null : await identifyMongod(pid, dbPath)
  return ending !== null || (await readHolder(dbPath)) !== null
}
