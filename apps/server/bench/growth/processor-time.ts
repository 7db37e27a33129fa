import { readFileSync } from 'node:fs'

/** Linux counts processor time in ticks of this length, in ms. */
const tickMs = 10

/** The processes behind one size. */
export interface Processes {
  serverPids: number[]
  databasePid: number
}

/** Starts to count the processor time of servers and database; the returned function gives the time since then in ms, to 10 ms. */
export function meterProcessors({ serverPids, databasePid }: Processes): () => {
  serverMs: number
  databaseMs: number
} {
  const serversMs = () => serverPids.map(processorMsOf).reduce((a, b) => a + b, 0)
  const [serversBefore, databaseBefore] = [serversMs(), processorMsOf(databasePid)]
  return () => ({ serverMs: serversMs() - serversBefore, databaseMs: processorMsOf(databasePid) - databaseBefore })
}

/** The processor time of a process so far; 0 where the system is not Linux. */
function processorMsOf(pid: number): number {
  if (process.platform !== 'linux') return 0
  // The name, second and in parentheses, may hold spaces; user and system time are fields 14 and 15.
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?!.*\) )/)
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
