import { type Deps, endRun, giveBackLease, type Lease, takeLease } from '@inlet/core'
import type { JobMetrics, JobRun, Log } from '@inlet/runtime'
import type { Job } from './job.ts'
import { pause, whileRenewed } from './while-renewed.ts'

/** What all jobs of a process share; `stopping` is aborted when they shall end. */
export interface LoopNeeds {
  deps: Deps
  log: Log
  metrics: JobMetrics
  stopping: AbortSignal
}

/** The process that takes the leases, and how long a lease lasts without being renewed. */
export type LeaseHolder = Omit<Lease, 'name'>

/** A job that fails again and again is tried at least this often, unless its interval is longer. */
const longestBackoffMs = 60_000

/** Repeats one job until `stopping` is aborted. */
export class JobLoop {
  readonly #job: Job
  readonly #lease: Lease
  readonly #needs: LoopNeeds
  #failuresInRow = 0

  constructor(job: Job, holder: LeaseHolder, needs: LoopNeeds) {
    this.#job = job
    this.#lease = { ...holder, name: job.name }
    this.#needs = needs
  }

  /** Settles when the job has ended after the abort; never rejects. */
  async repeat(): Promise<void> {
    while (!this.#needs.stopping.aborted) {
      const nextAt = await this.#attempt().catch((error: unknown) => {
        this.#failed(error)
        return this.#nextRun()
      })
      await pause(nextAt.getTime() - this.#now().getTime(), this.#needs.stopping)
    }
  }

  /** Runs the job if its lease can be taken. @returns when to try again. @throws the driver's error */
  async #attempt(): Promise<Date> {
    const { deps } = this.#needs
    const { isTaken, until } = await takeLease(deps, this.#lease)
    if (!isTaken) return until
    const outcome = this.#needs.stopping.aborted ? 'stopped' : await this.#run(until)
    const nextAt = this.#needs.stopping.aborted ? this.#now() : this.#nextRun()
    if (outcome === 'stopped') await giveBackLease(deps, this.#lease, nextAt)
    else await endRun(deps, this.#lease, { until: nextAt, hasSucceeded: outcome === 'succeeded' })
    return nextAt
  }

  async #run(leaseEndsAt: Date): Promise<JobRun['outcome']> {
    const { deps, metrics } = this.#needs
    const startedAt = performance.now()
    let outcome: JobRun['outcome'] = 'succeeded'
    try {
      await whileRenewed(deps, { lease: this.#lease, until: leaseEndsAt }, (lost) =>
        this.#job.run(AbortSignal.any([this.#needs.stopping, lost])),
      )
      this.#failuresInRow = 0
      if (this.#needs.stopping.aborted) outcome = 'stopped'
    } catch (error) {
      outcome = this.#needs.stopping.aborted && isAbortError(error) ? 'stopped' : 'failed'
      if (outcome === 'failed') this.#failed(error)
    }
    metrics.ran(this.#job.name, { outcome, durationMs: performance.now() - startedAt, endedAt: this.#now() })
    return outcome
  }

  #failed(error: unknown): void {
    this.#failuresInRow += 1
    this.#needs.log.warn({ error, job: this.#job.name, failures: this.#failuresInRow }, 'job failed')
  }

  #nextRun(): Date {
    return new Date(this.#now().getTime() + pauseAfter(this.#job.everyMs, this.#failuresInRow))
  }

  #now(): Date {
    return this.#needs.deps.clock.now()
  }
}

/** How long a job with this interval pauses after a run: after failures in a row twice as long each time. */
export function pauseAfter(everyMs: number, failuresInRow: number): number {
  return Math.min(everyMs * 2 ** failuresInRow, Math.max(everyMs, longestBackoffMs))
}

/** What `throwIfAborted`, `fetch` and the functions of Node throw when their signal is aborted. */
const isAbortError = (error: unknown) => error instanceof Error && error.name === 'AbortError'
