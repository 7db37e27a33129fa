/**
 * Processor time of the cheapest of three runs, in milliseconds. It distinguishes quadratic cost from linear cost also on a busy
 * machine: waiting and other programs do not count.
 */
export function processorMs(work: () => unknown): number {
  const runs: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    runs.push((user + system) / 1000)
  }
  return Math.min(...runs)
}
