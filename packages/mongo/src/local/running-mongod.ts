import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MongodError } from '../errors.ts'
import { type MongodLogin, probeMongod } from '../process/probe-mongod.ts'
import { identifyProcess, type ProcessIdentity } from '../process/process-identity.ts'
import { stopMongod } from '../process/stop-mongod.ts'
import type { LocalAccess } from './local-access.ts'
import { type LocalState, readLocalState } from './local-state.ts'
import { hasLocalUsers } from './local-users.ts'

/** Where a local mongod keeps its files, and the settings with which it is started there. */
export type LocalPlace = {
  folder: string
  dbPath: string
  logPath: string
  binary: string
  cacheMib: number | undefined
  access: LocalAccess
  onProgress: (line: string) => void
}

/** A running mongod with its port and login; `wasAdopted` when an earlier start has started it. */
export type RunningMongod = ProcessIdentity & { port: number; wasAdopted: boolean; login: MongodLogin }

/** How long a mongod may take to end cleanly before it is killed. */
export const stopLimitMs = 9_000
const retryMs = 100

/** The process that has the data open, by mongod's own lock file; null after a clean end or a crash. */
export async function readHolder(dbPath: string): Promise<ProcessIdentity | null> {
  const pid = Number.parseInt(await readFile(join(dbPath, 'mongod.lock'), 'utf8').catch(() => ''), 10)
  return pid > 0 ? await identifyMongod(pid, dbPath) : null
}

/** The process with this number, if it may be the mongod of these data. */
export async function identifyMongod(pid: number, dbPath: string): Promise<ProcessIdentity | null> {
  const found = identifyProcess(pid)
  if (!found) return null
  // Linux shows a process's arguments, so that a later process with the same number is not mistaken for the mongod.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  return commandLine === null || commandLine.includes(dbPath) ? found : null
}

/** The mongod at the recorded port, with its set's name, if it serves the place's data; null otherwise. */
export async function findRunning(
  place: LocalPlace,
  { port }: LocalState,
): Promise<{ running: RunningMongod; setName: string | null } | null> {
  const { login } = place.access
  const probed = await probeMongod(port, login)
  const identity = probed?.dbPath === place.dbPath ? identifyProcess(probed.pid) : null
  return probed && identity && { running: { ...identity, port, login, wasAdopted: true }, setName: probed.setName }
}

/**
 * Ends the mongod that serves the place now: the known one, or one that another start has started after that one died. The
 * latter is ended only if it answers; otherwise the next start deals with it. Call it under the place's lock.
 */
export async function stopLocalMongod(place: LocalPlace, known: RunningMongod): Promise<void> {
  const giveUpAt = performance.now() + stopLimitMs
  const leftMs = () => Math.max(0, giveUpAt - performance.now())
  await stopMongod(known, leftMs())
  const state = await readLocalState(place.folder)
  // A mongod that has the data open may not answer yet.
  while (state && leftMs() > 0 && (await readHolder(place.dbPath))) {
    const found = await findRunning(place, state)
    if (found) return await stopMongod(found.running, leftMs())
    await wait(retryMs)
  }
}

/**
 * Ends a mongod without access control that an earlier version of the program has left running: any local user could do
 * everything in it. @returns whether there was one. @throws MongodError where a living process uses it
 */
export async function endOpenMongod(place: LocalPlace, { port }: LocalState): Promise<boolean> {
  const [probed, holder] = [await probeMongod(port), await readHolder(place.dbPath)]
  // Any program could answer like this, so the process that is ended must also be the one in the private lock file.
  if (!holder || probed?.dbPath !== place.dbPath || probed.pid !== holder.pid) return false
  if (await hasLocalUsers(place.folder)) {
    throw new MongodError(
      `A server of an earlier version uses the database in ${place.folder}, which has no password there: stop that server, then start again.`,
    )
  }
  place.onProgress('Restarting the local MongoDB, which ran without a password …')
  await stopMongod({ ...holder, port }, stopLimitMs)
  return true
}
