import type { CreateDomainInput, Domain } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { assertMay, type Person } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockService } from '../services/lock-service.ts'
import { insertDomain } from './create-domain.ts'
import { toDomain } from './dns-records.ts'

/** What is asked for; `mxHost` is where mail must be sent, folded, and stands in the records that the answer shows. */
interface DomainWish extends CreateDomainInput {
  mxHost: string
  /** The operator's word that the domain is the service's, instead of DNS records; anybody else's counts for nothing. */
  isTrusted?: boolean
}

/**
 * Claims a domain for a service: pending until `verifyDomain` finds its records. Asks a user for the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; CONFLICT `domain_exists` where the service has it already, and
 * for a trusted one also where another service has proven it
 */
export async function createDomain(deps: Deps, caller: Person, wish: DomainWish): Promise<Domain> {
  const { id: serviceId, hostname, publicInbox, mxHost } = wish
  const isTrusted = wish.isTrusted === true && caller.kind === 'operator'
  const state = isTrusted ? 'verified' : 'pending'
  assertMay(caller, serviceId, 'admin')
  const domain = await inTransaction(deps.db, async (tx) => {
    await lockService(deps, tx, serviceId)
    const made = await insertDomain(deps, { serviceId, hostname, publicInbox, state }, tx)
    const target = { kind: 'domain', id: made._id, name: made.hostname } as const
    await recordAudit(deps, tx, {
      caller,
      serviceId,
      action: 'domain.added',
      target,
      note: isTrusted ? 'trusted' : null,
    })
    return made
  })
  return toDomain(domain, mxHost)
}
