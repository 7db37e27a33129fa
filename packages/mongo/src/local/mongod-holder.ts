import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identifyProcess, type ProcessIdentity } from '../process/process-identity.ts'

/**
 * Who holds the data, by mongod's own lock file: empty after a clean end, and after a crash the number of a process
 * that is gone.
 */
export async function readHolder(dbPath: string): Promise<ProcessIdentity | null> {
  const pid = Number.parseInt(await readFile(join(dbPath, 'mongod.lock'), 'utf8').catch(() => ''), 10)
  return pid > 0 ? await identifyMongod(pid, dbPath) : null
}

/** The process of this number, if it may be the mongod of these data. */
export async function identifyMongod(pid: number, dbPath: string): Promise<ProcessIdentity | null> {
  const found = identifyProcess(pid)
  if (!found) return null
  // Where the system tells a process's arguments (Linux), a later owner of the number is not mistaken for the mongod.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  return commandLine === null || commandLine.includes(dbPath) ? found : null
}
