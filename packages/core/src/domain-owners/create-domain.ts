import type { CreateDomainInput, Domain } from '@inlet/contract'
import { assertMay, type Person } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { toDomain } from '../domains/dns-records.ts'
import { countDomains } from '../domains/find-domains.ts'
import { insertDomain } from '../domains/store-domain.ts'
import { assertRoom } from '../plans/quotas.ts'
import { lockService } from '../services/find-services.ts'
import { deleteAddressesAtOnce } from './remove-domain.ts'
import { settleAtOnce, takeHostsFromWildcards } from './take-hosts-from-wildcards.ts'
import { takeOverImportedClaims } from './take-over-host.ts'

/** `mxHost` is where mail must be sent, folded; the returned DNS records contain it. */
interface NewDomainClaim extends CreateDomainInput {
  mxHost: string
  /** Verified without DNS records; counts only for the operator. */
  isTrusted?: boolean
}

/**
 * Claims a domain for a service: pending until `verifyDomain` finds its records. A user needs the role admin.
 * @throws NOT_FOUND; BAD_REQUEST `public_suffix`; PAYMENT_REQUIRED `quota_exceeded`; FORBIDDEN `insufficient_role`; CONFLICT `domain_exists` where
 * the service has it already, and for a trusted one also where another service has proven it, or has addresses there
 */
export async function createDomain(deps: Deps, caller: Person, input: NewDomainClaim): Promise<Domain> {
  const { id: serviceId, hostname, publicInbox, mxHost } = input
  const isTrusted = input.isTrusted === true && caller.kind === 'operator'
  const state = isTrusted ? 'verified' : 'pending'
  assertMay(caller, serviceId, 'admin')
  const { domain, lostIds, narrowed } = await inTransaction(deps.db, async (tx) => {
    const service = await lockService(deps, tx, serviceId)
    await assertRoom(deps, tx, { service, name: 'domains', count: countDomains })
    const inserted = await insertDomain(deps, { serviceId, hostname, publicInbox, state }, tx)
    const target = { kind: 'domain', id: inserted._id, name: inserted.hostname } as const
    const note = isTrusted ? 'trusted' : null
    await recordAudit(deps, tx, { caller, serviceId, action: 'domain.added', target, note })
    const lostIds = isTrusted ? await takeOverImportedClaims(deps, tx, inserted) : []
    const narrowed = isTrusted ? await takeHostsFromWildcards(deps, tx, { by: inserted, mayTake: false }) : []
    return { domain: inserted, lostIds, narrowed }
  })
  for (const lostId of lostIds) await deleteAddressesAtOnce(deps, lostId)
  await settleAtOnce(deps, narrowed)
  return toDomain(domain, mxHost)
}
