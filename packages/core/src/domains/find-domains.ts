import type { Domain, ListDomainsInput, Page } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Caller, permitted } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst } from '../paging/list-newest-first.ts'
import { assertServiceExists } from '../services/find-services.ts'
import { toDomain } from './dns-records.ts'
import { type DomainDoc, domainModel, receivingStates } from './domain-model.ts'

/** The domain of this id, or null. */
export function findDomain(deps: Deps, id: string): Promise<DomainDoc | null> {
  return domainModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
}

/** The ids among these whose domain exists and was not lost to another service. */
export async function findPresentDomains(deps: Deps, ids: string[]): Promise<Set<string>> {
  const found = await domainModel
    .in(deps.db)
    .find({ _id: { $in: ids }, state: { $ne: 'lost' } }, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  return new Set(found.map(({ _id }) => _id))
}

/** The domain with this hostname that belongs to the service, in whatever state, or null. `hostname` is folded. */
export function findServiceDomain(deps: Deps, serviceId: string, hostname: string): Promise<DomainDoc | null> {
  return domainModel.in(deps.db).findOne({ serviceId, hostname }, { maxTimeMS: readBudgetMs })
}

/** The domain that receives mail for a hostname, or null. `hostname` is folded. */
export function findReceivingDomain(deps: Deps, hostname: string): Promise<DomainDoc | null> {
  return domainModel
    .in(deps.db)
    .findOne({ hostname, state: { $in: [...receivingStates] } }, { maxTimeMS: readBudgetMs })
}

/** Whether any service claims a hostname without having proven it. `hostname` is folded. */
export async function isPendingHost(deps: Deps, hostname: string): Promise<boolean> {
  const claim = await domainModel
    .in(deps.db)
    .findOne({ hostname, state: 'pending' }, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })
  return claim !== null
}

/** How many domains a service has, without those that another service has proven. */
export function countDomains(deps: Deps, serviceId: string, tx?: ClientSession): Promise<number> {
  return domainModel
    .in(deps.db)
    .countDocuments({ serviceId, state: { $ne: 'lost' } }, { maxTimeMS: readBudgetMs, ...(tx ? { session: tx } : {}) })
}

/** Lists a service's domains, newest first, with the records that the last check found. @throws NOT_FOUND; BAD_REQUEST `invalid_cursor` */
export async function listDomains(
  deps: Deps,
  caller: Caller,
  { mxHost, ...input }: ListDomainsInput & { mxHost: string },
): Promise<Page<Domain>> {
  const { id: serviceId } = input
  assertMay(caller, serviceId, 'viewer')
  await assertServiceExists(deps, serviceId)
  const scope = { list: 'domains', filters: { id: serviceId } }
  const page = await listNewestFirst<DomainDoc>(domainModel.in(deps.db), { serviceId }, { ...input, scope })
  return { data: page.data.map((domain) => toDomain(domain, mxHost)), meta: page.meta }
}

/** Reads a domain with the records that the last check found. `mxHost` is where mail must be sent, folded. @throws NOT_FOUND */
export async function readDomain(
  deps: Deps,
  caller: Caller,
  { id, mxHost }: { id: string; mxHost: string },
): Promise<Domain> {
  return toDomain(permitted(caller, await findDomain(deps, id), { role: 'viewer', noun: 'domain' }), mxHost)
}
