import { type RunnerNeeds, type RunningJobs, runJobs } from './runner/run-jobs.ts'
import { sweepJob } from './sweep/sweep-job.ts'

/** Starts all jobs of a worker process. */
export function startJobs(needs: RunnerNeeds): RunningJobs {
  return runJobs([sweepJob(needs.deps)], needs)
}
