import { readFileSync } from 'node:fs'

/** One process, told apart from a later one with the same number where the system says when it started (Linux). */
export type ProcessIdentity = { pid: number; startTicks: string | null }

/** Who has this process number now; null when nobody, or only what is left of a dead one that nobody collected. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  if (!isNumberInUse(pid)) return null
  const stat = readStat(pid)
  if (!stat) return { pid, startTicks: null }
  return stat.isDead ? null : { pid, startTicks: stat.startTicks }
}

/** Whether this very process still runs. */
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
    // EPERM: somebody else's process has the number, so it is in use.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** From Linux's `/proc/<pid>/stat`; null elsewhere. */
function readStat(pid: number): { isDead: boolean; startTicks: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name stands in brackets and may hold spaces and brackets itself: count the fields behind its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, threads, startTicks] = [fields[0], fields[17], fields[19]]
    if (!startTicks) return null
    // The first thread may be a zombie while others still hold the process's files and ports.
    return { isDead: state === 'X' || (state === 'Z' && Number(threads) <= 1), startTicks }
  } catch {
    return null
  }
}
