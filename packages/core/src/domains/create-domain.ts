import { faultAt, foldHostname } from '@inlet/contract'
import { isDuplicateKey } from '../database/faults.ts'
import type { Deps } from '../deps.ts'
import { type DomainDoc, type DomainState, domainModel } from './domain-model.ts'

interface NewDomain {
  serviceId: string
  hostname: string
  state: DomainState
  publicInbox?: boolean
}

/**
 * Adds a domain to a service, in the given state.
 * @throws BAD_REQUEST `invalid_hostname`; CONFLICT `domain_exists` where the service has it or another one has proven it
 */
export async function createDomain(deps: Deps, input: NewDomain): Promise<DomainDoc> {
  const hostname = foldHostname(input.hostname)
  if (!hostname) {
    throw faultAt('BAD_REQUEST', { path: 'hostname', code: 'invalid_hostname', message: 'Not a domain name' })
  }
  const domain: DomainDoc = {
    _id: deps.newId(),
    serviceId: input.serviceId,
    hostname,
    state: input.state,
    publicInbox: input.publicInbox ?? false,
    createdAt: deps.clock.now(),
  }
  try {
    await domainModel.in(deps.db).insertOne(domain)
  } catch (error) {
    if (!isDuplicateKey(error, 'hostname')) throw error
    throw faultAt('CONFLICT', { path: 'hostname', code: 'domain_exists', message: 'This domain is already in use' })
  }
  return domain
}
