import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type DomainDoc, domainModel, receivingStates } from './domain-model.ts'

/** The domain of this id, or null. */
export function findDomain(deps: Deps, id: string): Promise<DomainDoc | null> {
  return domainModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
}

/** Those of these ids whose domain is there. */
export async function findPresentDomains(deps: Deps, ids: string[]): Promise<Set<string>> {
  const found = await domainModel
    .in(deps.db)
    .find({ _id: { $in: ids } }, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })
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

/** Whether a service claims a hostname that nobody has proven. `hostname` is folded. */
export async function isPendingHost(deps: Deps, hostname: string): Promise<boolean> {
  const claim = await domainModel
    .in(deps.db)
    .findOne({ hostname, state: 'pending' }, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })
  return claim !== null
}
