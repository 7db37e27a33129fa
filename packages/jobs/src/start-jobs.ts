import type { DomainChecks } from '@inlet/core'
import { recheckDomainsJob } from './domains/recheck-domains-job.ts'
import { type RunnerNeeds, type RunningJobs, runJobs } from './runner/run-jobs.ts'
import { sweepJob } from './sweep/sweep-job.ts'
import { correctUsageJob } from './usage/correct-usage-job.ts'

/** What the jobs are run with. */
interface JobNeeds extends RunnerNeeds {
  /** How the records of domains are looked up; a look-up must end within the time that `stop` waits. */
  domains: DomainChecks
}

/** Starts all jobs of a worker process. */
export function startJobs({ domains, ...needs }: JobNeeds): RunningJobs {
  return runJobs([sweepJob(needs.deps), recheckDomainsJob(needs.deps, domains), correctUsageJob(needs.deps)], needs)
}
