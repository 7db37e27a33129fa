import { type Deps, type DomainChecks, recheckDomains } from '@inlet/core'
import type { Job } from '../runner/job.ts'

/** New claims are looked up each minute. */
const everyMs = 15_000

/** Looks the DNS records of the domains up that are due. */
export function recheckDomainsJob(deps: Deps, checks: DomainChecks): Job {
  const turns = new Set<string>()
  return {
    name: 'recheck-domains',
    everyMs,
    async run(signal) {
      while (!signal.aborted && (await recheckDomains(deps, checks, turns)));
    },
  }
}
