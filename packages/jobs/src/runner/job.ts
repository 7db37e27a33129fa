/** Work that worker processes repeat; only one process at a time. */
export interface Job {
  /** Unique; the name of its lease, in the log and in the metrics. */
  name: string
  /** From the end of one run to the beginning of the next, in whichever process. */
  everyMs: number
  /**
   * Does all that is due, in small steps, and ends after the current step when the signal is aborted: the process stops, or another
   * process got the lease. Each step must be harmless when it is done twice, since a lease cannot exclude that.
   */
  run(signal: AbortSignal): Promise<void>
}
