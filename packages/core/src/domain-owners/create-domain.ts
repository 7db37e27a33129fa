import { AppError, type CreateDomainInput, type Domain, foldDomainName, limits } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Person } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { isDuplicateKey } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { nextCheckAt } from '../domains/check-schedule.ts'
import { newOwnershipToken, toDomain } from '../domains/dns-records.ts'
import { type DomainDoc, type DomainState, domainModel } from '../domains/domain-model.ts'
import { countDomains } from '../domains/find-domains.ts'
import { assertOfOneOwner } from '../domains/wildcards.ts'
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

interface NewDomain {
  serviceId: string
  hostname: string
  state: DomainState
  publicInbox?: boolean | undefined
}

/**
 * Stores a domain of a service in the given state, without permission check, audit entry or DNS look-up.
 * @throws BAD_REQUEST `invalid_hostname`, `public_suffix`; CONFLICT `domain_exists` where the service has it or another one has proven it
 */
export async function insertDomain(deps: Deps, input: NewDomain, tx?: ClientSession): Promise<DomainDoc> {
  const hostname = foldDomainName(input.hostname)
  if (!hostname || hostname.length > limits.hostnameMaxChars) {
    throw AppError.of('invalid_hostname')
  }
  assertOfOneOwner(hostname)
  const now = deps.clock.now()
  const domain: DomainDoc = {
    _id: deps.newId(),
    serviceId: input.serviceId,
    hostname,
    state: input.state,
    publicInbox: input.publicInbox ?? false,
    ownershipToken: newOwnershipToken(),
    createdAt: now,
    verifiedAt: input.state === 'pending' ? null : now,
    check: null,
    // What is verified without a check is trusted, and is not looked up.
    nextCheckAt: input.state === 'pending' ? nextCheckAt({ state: 'pending', createdAt: now }, now, 'unknown') : null,
    failures: null,
  }
  try {
    await domainModel.in(deps.db).insertOne(domain, tx ? { session: tx } : {})
  } catch (error) {
    if (!isDuplicateKey(error, 'hostname')) throw error
    throw domainExists()
  }
  return domain
}

/** Another service has proven the host, or this service has it already. */
export const domainExists = () => AppError.of('domain_exists')
