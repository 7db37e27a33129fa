import type { Deps } from '@inlet/core'
import { type Log, type Metrics, withDeadline } from '@inlet/runtime'
import type { Job } from './job.ts'
import { JobLoop } from './job-loop.ts'

/** Jobs that are repeated until they are stopped. */
export interface RunningJobs {
  /**
   * Begins no more runs, aborts the signals of the running ones and waits until they have ended.
   * @throws Error when that takes too long; the lease of such a job ends by itself
   */
  stop(): Promise<void>
}

/** What jobs are run with. */
export interface RunnerNeeds {
  deps: Deps
  log: Log
  metrics: Pick<Metrics, 'jobs'>
}

interface RunnerSettings {
  /** How long a lease lasts without being renewed: after this time a job of a dead process is run by another one. */
  leaseMs: number
  /** How long `stop` waits. */
  stopMs: number
}

/** `stopMs` fits into the shutdown of a process, which ends after 9.5 s in any case. */
const usualSettings: RunnerSettings = { leaseMs: 60_000, stopMs: 6_000 }

/**
 * Repeats jobs, each by itself: one that fails or takes long delays no other. A lease lets one process at a time run a job, and keeps the
 * job's interval across all processes. A run that fails is logged, and tried again after a longer pause.
 */
export function runJobs(jobs: readonly Job[], needs: RunnerNeeds, settings = usualSettings): RunningJobs {
  const { leaseMs, stopMs } = settings
  const holder = { holder: needs.deps.newId(), durationMs: leaseMs }
  const stopping = new AbortController()
  const shared = { ...needs, metrics: needs.metrics.jobs(jobs.map(({ name }) => name)), stopping: stopping.signal }
  const ended = Promise.all(jobs.map((job) => new JobLoop(job, holder, shared).repeat()))
  return {
    async stop() {
      stopping.abort()
      await withDeadline(
        ended,
        stopMs,
        () => new Error(`Jobs still run ${stopMs / 1000} s after they were asked to stop`),
      )
    },
  }
}
