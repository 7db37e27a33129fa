import { type Domain, type ListDomainsInput, type Page, zoneNameOf } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Caller, permitted } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst, serviceListIndex } from '../paging/list-newest-first.ts'
import { assertServiceExists } from '../services/find-services.ts'
import { toDomain } from './dns-records.ts'
import { type DomainDoc, domainModel } from './domain-model.ts'
import { isReceiving, receivingStates } from './domain-states.ts'
import { wildcardsOver } from './wildcards.ts'

/** The domain of this id, or null. */
export function findDomain(deps: Deps, id: string, tx?: ClientSession): Promise<DomainDoc | null> {
  return domainModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs, ...(tx && { session: tx }) })
}

/** The ids among these whose domain exists and was not lost to another service. */
export async function findPresentDomains(deps: Deps, ids: string[]): Promise<Set<string>> {
  const found = await domainModel
    .in(deps.db)
    .find({ _id: { $in: ids }, state: { $ne: 'lost' } }, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  return new Set(found.map(({ _id }) => _id))
}

/** The domain that receives mail for a host: the one of that name, or else the most exact wildcard over it; or null. `hostname` is folded. */
export async function findReceivingDomain(deps: Deps, hostname: string): Promise<DomainDoc | null> {
  return (await findReceivingByName(deps, hostname)) ?? (await findReceivingWildcard(deps, hostname))
}

/** The domain of exactly this name, if it receives mail, or null. `hostname` is folded. */
export function findReceivingByName(deps: Deps, hostname: string, tx?: ClientSession): Promise<DomainDoc | null> {
  if (!tx) return deps.lookups.receivingDomain(hostname)
  const isHeld = { hostname, state: { $in: [...receivingStates] } }
  return domainModel.in(deps.db).findOne(isHeld, { maxTimeMS: readBudgetMs, session: tx })
}

/** The imported domains of this host that other services claim: they came with their addresses. */
export function findImportedClaims(
  deps: Deps,
  tx: ClientSession,
  { hostname, serviceId }: Pick<DomainDoc, 'hostname' | 'serviceId'>,
): Promise<DomainDoc[]> {
  const claims = { hostname, state: 'pending', isImported: true, serviceId: { $ne: serviceId } } as const
  return domainModel.in(deps.db).find(claims, { session: tx, maxTimeMS: readBudgetMs }).toArray()
}

/** The most exact wildcard over a host that receives mail, or null. `hostname` is folded. */
export function findReceivingWildcard({ lookups }: Deps, hostname: string): Promise<DomainDoc | null> {
  return lookups.receivingWildcard(hostname)
}

/** The wildcards over a host, or over another wildcard, that may have addresses: those that receive, and claims that were imported with some. */
export function findWildcardsWithAddresses(deps: Deps, name: string, tx: ClientSession): Promise<DomainDoc[]> {
  const havingAddresses = [
    { state: { $in: [...receivingStates] } },
    { state: 'pending' as const, isImported: true as const },
  ]
  return domainModel
    .in(deps.db)
    .find({ hostname: { $in: wildcardsOver(name) }, $or: havingAddresses }, { session: tx, maxTimeMS: readBudgetMs })
    .toArray()
}

const mostExactFirst = (domains: DomainDoc[]): DomainDoc[] =>
  domains.sort((one, other) => zoneNameOf(other.hostname).length - zoneNameOf(one.hostname).length)

/**
 * The domain of a service that a host belongs to, or null: the one that receives its mail, else one of that name or a wildcard over it, in
 * whatever state. `hostname` is folded.
 */
export async function findServiceDomainOver(
  deps: Deps,
  serviceId: string,
  hostname: string,
): Promise<DomainDoc | null> {
  const found = await domainModel
    .in(deps.db)
    .find({ serviceId, hostname: { $in: [hostname, ...wildcardsOver(hostname)] } }, { maxTimeMS: readBudgetMs })
    .toArray()
  const byExactness = mostExactFirst(found)
  return byExactness.find(({ state }) => isReceiving(state)) ?? byExactness[0] ?? null
}

/** Whether any service claims a host, or a wildcard over it, without having proven it. `hostname` is folded. */
export async function isPendingHost(deps: Deps, hostname: string): Promise<boolean> {
  const claim = await domainModel
    .in(deps.db)
    .findOne(
      { hostname: { $in: [hostname, ...wildcardsOver(hostname)] }, state: 'pending' },
      { projection: { _id: 1 }, maxTimeMS: readBudgetMs },
    )
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
  const page = await listNewestFirst<DomainDoc>(
    domainModel.in(deps.db),
    { serviceId },
    { ...input, scope, index: serviceListIndex },
  )
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
