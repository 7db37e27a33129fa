import { AppError, type Domain } from '@inlet/contract'
import { type OperatorCaller, type Person, permitted } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import { toDomain } from '../domains/dns-records.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { findDomain } from '../domains/find-domains.ts'
import { changeState, type DomainChecks, lookUp, stateAfter } from './check-domain.ts'

/**
 * Checks a domain's DNS records. With all of them in place it is verified, and its hostname belongs to the service alone; otherwise a
 * proven domain becomes failing, and a claim stays pending. Where the DNS does not answer, its state stays what it is, and the records say
 * so. A host that another service has proven is taken over where that service's TXT record has been missing for 72 hours. A user needs the
 * role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; CONFLICT `domain_exists` where another service has proven it; UNPROCESSABLE_CONTENT
 * `domain_lost` where another one has taken it over
 */
export async function verifyDomain(
  deps: Deps,
  caller: Person,
  { id, ...checks }: { id: string } & DomainChecks,
): Promise<Domain> {
  const domain = permitted(caller, await findDomain(deps, id), { role: 'admin', noun: 'domain' })
  const check = await lookUp(deps, checks.dns, domain.hostname)
  const { mxHost } = checks
  const checked = await changeState(deps, caller, {
    id,
    next: (before) => stateAfter(before, { check, mxHost, isPatient: false }),
    takeOverBy: check,
  })
  return toDomain(changed(checked), mxHost)
}

/** Verifies a domain for the operator, without DNS records: they are not looked up again. It takes no host over.
 * @throws NOT_FOUND; CONFLICT `domain_exists`; UNPROCESSABLE_CONTENT `domain_lost` */
export async function trustDomain(
  deps: Deps,
  caller: OperatorCaller,
  { id, mxHost }: { id: string; mxHost: string },
): Promise<Domain> {
  permitted(caller, await findDomain(deps, id), { role: 'admin', noun: 'domain' })
  const trusted = await changeState(deps, caller, {
    id,
    next: () => ({
      change: { state: 'verified', nextCheckAt: null, failures: null, proofMissingSince: null },
      action: 'domain.trusted',
    }),
  })
  return toDomain(changed(trusted), mxHost)
}

function changed(domain: DomainDoc | null): DomainDoc {
  if (!domain) throw new AppError('NOT_FOUND', 'No such domain')
  if (domain.state === 'lost') throw AppError.of('domain_lost')
  return domain
}
