import { AppError } from '@inlet/contract'
import { systemActor } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { type DueDomain, findDueDomains, type ServiceTurns, scheduleEarlierDomains } from '../domains/due-domains.ts'
import { changeState, type DomainChecks, lookUp, stateAfter } from './check-domain.ts'

/** Looked up at the same time: slow name servers of some domains shall not delay all others. */
const domainsPerStep = 32

/**
 * Checks the domains that are due, at most 32: claims become verified, and proven domains failing after three failed checks over a day, or
 * verified again after one that is good. The audit log has these changes with the actor `system`. `turns` is an empty set at first; the
 * next calls get the same one, so that each service has its turn.
 * @returns whether more may be due
 */
export async function recheckDomains(
  deps: Deps,
  checks: DomainChecks,
  turns: ServiceTurns = new Set(),
): Promise<boolean> {
  await scheduleEarlierDomains(deps)
  const due = await findDueDomains(deps, domainsPerStep, turns)
  await Promise.all(due.map((domain) => recheck(deps, domain, checks)))
  return due.length === domainsPerStep
}

async function recheck(deps: Deps, { _id: id, hostname }: DueDomain, { dns, mxHost }: DomainChecks): Promise<void> {
  const check = await lookUp(deps, dns, hostname)
  const after = (before: DomainDoc) => stateAfter(before, { check, mxHost, isPatient: true })
  try {
    await changeState(deps, systemActor, { id, next: after })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
    // Another service has proven the host: the claim stays one, and shows what was found.
    const stay = (before: DomainDoc) => {
      const { change, action } = after(before)
      return { change: { ...change, state: before.state }, action }
    }
    await changeState(deps, systemActor, { id, next: stay })
  }
}
