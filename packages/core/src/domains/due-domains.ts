import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type DomainDoc, domainModel, dueIndex } from './domain-model.ts'

/** A domain whose records are to be looked up. */
export type DueDomain = Pick<DomainDoc, '_id' | 'hostname'>

/** The services that wait for their turn, the next one first: a set that is empty at first, and is kept from one search to the next. */
export type ServiceTurns = Set<string>

/**
 * The domains whose records are to be looked up now, at most `limit`. Services take turns, each with its longest overdue domain: where
 * there are more services than places, one waits for a single domain of each other service, however many these have.
 */
export async function findDueDomains(deps: Deps, limit: number, turns: ServiceTurns): Promise<DueDomain[]> {
  const now = deps.clock.now()
  const serviceIds = nextInTurn(turns, await findServicesWithDueDomains(deps, now), limit)
  // Enough to fill the step, since each of the other services has at least one.
  const perService = limit - serviceIds.length + 1
  const found = await Promise.all(serviceIds.map((serviceId) => findDueOf(deps, serviceId, { now, limit: perService })))
  const rounds = Array.from({ length: perService }, (_, round) =>
    found.flatMap((domains) => domains.slice(round, round + 1)),
  )
  return rounds.flat().slice(0, limit)
}

/** Up to `count` of these services, whose turn it is. The others come first the next time. */
function nextInTurn(turns: ServiceTurns, serviceIds: string[], count: number): string[] {
  const due = new Set(serviceIds)
  for (const id of [...turns].filter((each) => !due.has(each))) turns.delete(id)
  for (const id of serviceIds) turns.add(id)
  const taken = [...turns].slice(0, count)
  for (const id of taken) turns.delete(id)
  return taken
}

interface DueService {
  serviceId: string
  dueAt: Date
}

/**
 * The services with domains that are due, the longest overdue first. Reads a few keys of the index for each service, however many domains
 * it has.
 */
async function findServicesWithDueDomains({ db }: Deps, now: Date): Promise<string[]> {
  const found = await domainModel
    .in(db)
    .aggregate<DueService>(
      [
        // Every service: only with a bound on its first field the index is searched for the time too.
        { $match: { serviceId: { $gte: '' }, nextCheckAt: { $lte: now } } },
        { $sort: dueIndex },
        { $group: { _id: '$serviceId', dueAt: { $first: '$nextCheckAt' } } },
        { $project: { _id: 0, serviceId: '$_id', dueAt: 1 } },
      ],
      { hint: dueIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
  return found.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime()).map(({ serviceId }) => serviceId)
}

/** The longest overdue domains of a service. */
function findDueOf(
  { db }: Deps,
  serviceId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<DueDomain[]> {
  return domainModel
    .in(db)
    .find(
      { serviceId, nextCheckAt: { $lte: now } },
      { projection: { hostname: 1 }, sort: { nextCheckAt: 1 }, limit, hint: dueIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
}

/** Makes the domains of earlier versions due; one that is proven and was never checked is trusted by the operator. */
export async function scheduleEarlierDomains({ db, clock }: Deps): Promise<void> {
  await domainModel
    .in(db)
    .updateMany(
      { nextCheckAt: { $exists: false }, $or: [{ state: 'pending' }, { check: { $ne: null } }] },
      { $set: { nextCheckAt: clock.now() } },
      { maxTimeMS: readBudgetMs },
    )
}
