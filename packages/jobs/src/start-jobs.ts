import type { DomainChecks } from '@inlet/core'
import { removeUnusedAddressesJob } from './addresses/remove-unused-addresses-job.ts'
import { recheckDomainsJob } from './domains/recheck-domains-job.ts'
import { type RunnerNeeds, type RunningJobs, runJobs } from './runner/run-jobs.ts'
import { sweepJob } from './sweep/sweep-job.ts'
import { mendReceiversJob } from './usage/mend-receivers-job.ts'

/** What the jobs are run with. */
interface JobNeeds extends RunnerNeeds {
  /** How the records of domains are looked up; a look-up must end within the time that `stop` waits. */
  domains: DomainChecks
}

/** Starts all jobs of a worker process. */
export function startJobs({ domains, ...needs }: JobNeeds): RunningJobs {
  const { deps } = needs
  const jobs = [
    sweepJob(deps),
    recheckDomainsJob(deps, domains),
    mendReceiversJob(deps),
    removeUnusedAddressesJob(deps),
  ]
  return runJobs(jobs, needs)
}
