import { readFileSync } from 'node:fs'

/** A tick of the clock that Linux counts the time of processes by, in ms. */
const tickMs = 10

/** The processes behind one size. */
export interface Processes {
  serverPids: number[]
  databasePid: number
}

/** Begins to count the processor time of servers and of the database; the result tells what they have used since, in ms and to 10 ms. */
export function meterProcessors({ serverPids, databasePid }: Processes): () => {
  serverMs: number
  databaseMs: number
} {
  const serversMs = () => serverPids.map(processorMsOf).reduce((a, b) => a + b, 0)
  const [serversBefore, databaseBefore] = [serversMs(), processorMsOf(databasePid)]
  return () => ({ serverMs: serversMs() - serversBefore, databaseMs: processorMsOf(databasePid) - databaseBefore })
}

/** What a process has used so far; 0 where the system is not Linux. */
function processorMsOf(pid: number): number {
  if (process.platform !== 'linux') return 0
  // The name, second and in parentheses, may hold spaces; user and system time are fields 14 and 15.
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?!.*\) )/)
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
