import { AppError, foldDomainName, limits } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { nextCheckAt } from './check-schedule.ts'
import { newOwnershipToken } from './dns-records.ts'
import { type DomainDoc, type DomainState, domainModel } from './domain-model.ts'
import { assertOfOneOwner } from './wildcards.ts'

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

/** Stores changes of a domain. @throws the driver's error for a duplicate key where another service holds the host that it would hold */
export async function putDomain(
  deps: Deps,
  tx: ClientSession,
  { id, changed }: { id: string; changed: Partial<Omit<DomainDoc, '_id'>> },
): Promise<void> {
  await domainModel.in(deps.db).updateOne({ _id: id }, { $set: changed }, { session: tx })
}

/** Deletes a domain, and none of its addresses. @returns false where it is gone already */
export async function deleteDomain(deps: Deps, tx: ClientSession, id: string): Promise<boolean> {
  const { deletedCount } = await domainModel.in(deps.db).deleteOne({ _id: id }, { session: tx })
  return deletedCount === 1
}

/** Deletes all domains of a service that is being deleted, without permission check or audit entry. @returns their ids */
export async function deleteDomainsOfService(deps: Deps, tx: ClientSession, serviceId: string): Promise<string[]> {
  const domains = domainModel.in(deps.db)
  const found = await domains
    .find({ serviceId }, { projection: { _id: 1 }, session: tx, maxTimeMS: readBudgetMs })
    .toArray()
  await domains.deleteMany({ serviceId }, { session: tx })
  return found.map(({ _id }) => _id)
}
