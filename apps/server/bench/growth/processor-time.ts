import { processorTicks } from '../processor-ticks.ts'

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
  return process.platform === 'linux' ? processorTicks(`/proc/${pid}/stat`).ms : 0
}
