import { readFileSync } from 'node:fs'

/** Linux counts processor time in ticks of this length, in ms. */
const tickMs = 10

/**
 * The name and the processor time so far, user and system together, in ms to 10 ms, of a process (`/proc/PID/stat`) or of one of its
 * threads (`/proc/PID/task/ID/stat`), see proc(5). @throws where it has ended
 */
export function processorTicks(statFile: string): { name: string; ms: number } {
  const text = readFileSync(statFile, 'latin1')
  // The name, second and in parentheses, may hold spaces and parentheses; user and system time are fields 14 and 15.
  const nameEnd = text.lastIndexOf(') ')
  const fields = text.slice(nameEnd + 2).split(' ')
  return { name: text.slice(text.indexOf('(') + 1, nameEnd), ms: (Number(fields[11]) + Number(fields[12])) * tickMs }
}
