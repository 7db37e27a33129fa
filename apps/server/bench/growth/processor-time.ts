import { readFileSync } from 'node:fs'

/** A tick of the clock that Linux counts the time of processes by, in ms. */
const tickMs = 10

/** Processor time that a process has used so far, in ms and to 10 ms; 0 where the system is not Linux. */
export function processorMsOf(pid: number): number {
  if (process.platform !== 'linux') return 0
  // The name, second and in parentheses, may hold spaces; user and system time are fields 14 and 15.
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?!.*\) )/)
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
