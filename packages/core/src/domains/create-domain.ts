import { randomBytes } from 'node:crypto'
import { AppError, foldHostname } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { isDuplicateKey } from '../database/faults.ts'
import type { Deps } from '../deps.ts'
import { type DomainDoc, type DomainState, domainModel } from './domain-model.ts'

interface NewDomain {
  serviceId: string
  hostname: string
  state: DomainState
  publicInbox?: boolean | undefined
}

/**
 * Stores a domain of a service in the given state: nobody is asked, neither the DNS nor whether the caller may.
 * @throws BAD_REQUEST `invalid_hostname`; CONFLICT `domain_exists` where the service has it or another one has proven it
 */
export async function insertDomain(deps: Deps, input: NewDomain, tx?: ClientSession): Promise<DomainDoc> {
  const hostname = foldHostname(input.hostname)
  if (!hostname) {
    throw AppError.of('invalid_hostname')
  }
  const now = deps.clock.now()
  const domain: DomainDoc = {
    _id: deps.newId(),
    serviceId: input.serviceId,
    hostname,
    state: input.state,
    publicInbox: input.publicInbox ?? false,
    ownershipToken: randomBytes(20).toString('hex'),
    createdAt: now,
    verifiedAt: input.state === 'pending' ? null : now,
    check: null,
  }
  try {
    await domainModel.in(deps.db).insertOne(domain, tx ? { session: tx } : {})
  } catch (error) {
    if (!isDuplicateKey(error, 'hostname')) throw error
    throw domainExists()
  }
  return domain
}

/** The host is another service's, or stands in this one already. */
export const domainExists = () => AppError.of('domain_exists')
