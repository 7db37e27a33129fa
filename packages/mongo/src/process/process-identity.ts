import { readFileSync } from 'node:fs'

/** One process. On Linux its start time tells it apart from a later process with the same number. */
export type ProcessIdentity = { pid: number; startTicks: string | null }

/** The process with this number; null when there is none, or only a zombie. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  if (!isNumberInUse(pid)) return null
  const stat = readStat(pid)
  if (!stat) return { pid, startTicks: null }
  return stat.isDead ? null : { pid, startTicks: stat.startTicks }
}

/** Whether this process still runs. */
export function isAlive(identity: ProcessIdentity): boolean {
  const current = identifyProcess(identity.pid)
  if (!current) return false
  return identity.startTicks === null || current.startTicks === null || identity.startTicks === current.startTicks
}

function isNumberInUse(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** From Linux's `/proc/<pid>/stat`; null elsewhere. */
function readStat(pid: number): { isDead: boolean; startTicks: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in brackets and may contain spaces and brackets: count the fields after its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, threads, startTicks] = [fields[0], fields[17], fields[19]]
    if (!startTicks) return null
    // The first thread may be a zombie while other threads still hold files and ports of the process.
    return { isDead: state === 'X' || (state === 'Z' && Number(threads) <= 1), startTicks }
  } catch {
    return null
  }
}
