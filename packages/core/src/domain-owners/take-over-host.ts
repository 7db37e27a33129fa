import { hourMs } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { systemActor } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Deps } from '../deps.ts'
import { isProofMissing } from '../domains/dns-records.ts'
import type { DomainCheck, DomainDoc } from '../domains/domain-model.ts'
import { findImportedClaims, findReceivingByName } from '../domains/find-domains.ts'
import { putDomain } from '../domains/store-domain.ts'
import { enqueueDomainSweep } from '../sweep-orders/enqueue-sweep.ts'

/** How long the TXT record of a domain must have been missing before another service may take its host over. */
const missingForMs = 72 * hourMs

/**
 * Whether another service may take the host of a proven domain over after this look at its DNS. Never from a domain that the operator trusts:
 * it needs no records.
 */
function mayBeTakenOver(
  domain: Pick<DomainDoc, 'ownershipToken' | 'nextCheckAt' | 'proofMissingSince'>,
  check: DomainCheck,
): boolean {
  const { proofMissingSince: since } = domain
  if (domain.nextCheckAt === null || since == null) return false
  return isProofMissing(domain, check) === true && check.at.getTime() - since.getTime() >= missingForMs
}

/**
 * Takes a host away from the domain of another service that has proven it, where that is possible: the domain is `lost`, and its addresses
 * are left to the sweep. Its audit log says so and does not name who has the host now.
 * @returns the id of the lost domain; null where there is none, or it keeps its host
 */
export async function takeOverHost(
  deps: Deps,
  tx: ClientSession,
  { by, check }: { by: DomainDoc; check: DomainCheck },
): Promise<string | null> {
  const holder = await findReceivingByName(deps, by.hostname, tx)
  if (!holder || !mayBeTakenOver(holder, check)) return null

  await loseHost(deps, tx, holder)
  return holder._id
}

/**
 * Takes a host away from imported domains of other services: a claim has no addresses, but these came with theirs, and their names would be
 * taken for the service that proves the host. @returns the ids of the lost domains
 */
export async function takeOverImportedClaims(deps: Deps, tx: ClientSession, by: DomainDoc): Promise<string[]> {
  const found = await findImportedClaims(deps, tx, by)
  for (const claim of found) await loseHost(deps, tx, claim)
  return found.map(({ _id }) => _id)
}

async function loseHost(deps: Deps, tx: ClientSession, { _id: id, serviceId, hostname: name }: DomainDoc) {
  await putDomain(deps, tx, { id, changed: { state: 'lost', nextCheckAt: null } })
  await enqueueDomainSweep(deps, id, tx)
  const target = { kind: 'domain', id, name } as const
  await recordAudit(deps, tx, { caller: systemActor, serviceId, action: 'domain.lost', target })
}
