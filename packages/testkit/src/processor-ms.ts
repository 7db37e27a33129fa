/**
 * The processor's time that the cheapest of three runs takes, in milliseconds. It tells a run whose cost grows with the square of
 * its input from one that grows with its length, however busy the machine is: waiting and other programs do not count.
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
