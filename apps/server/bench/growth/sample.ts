/** What was measured of one figure at one size: calls or mails, and the processor time of servers and of the database for them. */
export interface Sample {
  done: number
  failed: number
  seconds: number
  /** Of calls that count, in milliseconds, in no order; of mails none. */
  latenciesMs: number[]
  serverMs: number
  databaseMs: number
}

/** Nothing measured yet. */
export const emptySample = (): Sample => ({
  done: 0,
  failed: 0,
  seconds: 0,
  latenciesMs: [],
  serverMs: 0,
  databaseMs: 0,
})

/** Two samples of the same figure and size as one. */
export const together = (a: Sample, b: Sample): Sample => ({
  done: a.done + b.done,
  failed: a.failed + b.failed,
  seconds: a.seconds + b.seconds,
  latenciesMs: [...a.latenciesMs, ...b.latenciesMs],
  serverMs: a.serverMs + b.serverMs,
  databaseMs: a.databaseMs + b.databaseMs,
})

/** The latency that this share of the calls stays below, in milliseconds; 0 where there are none. */
export function quantile({ latenciesMs }: Sample, share: number): number {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
