/** The measurement of one figure at one size: calls or mails, and the processor time of servers and database for them. */
export interface Sample {
  done: number
  failed: number
  seconds: number
  /** Latencies of the counted calls, in milliseconds, unordered; empty for mails. */
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

/** Combines two samples of the same figure and size. */
export const together = (a: Sample, b: Sample): Sample => ({
  done: a.done + b.done,
  failed: a.failed + b.failed,
  seconds: a.seconds + b.seconds,
  latenciesMs: [...a.latenciesMs, ...b.latenciesMs],
  serverMs: a.serverMs + b.serverMs,
  databaseMs: a.databaseMs + b.databaseMs,
})

/** A quantile of the latencies, in milliseconds; 0 without calls. */
export function quantile({ latenciesMs }: Sample, share: number): number {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
