import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type DomainDoc, domainModel } from './domain-model.ts'

/** A domain whose records are to be looked up. */
export type DueDomain = Pick<DomainDoc, '_id' | 'hostname'>

/**
 * The domains whose records are to be looked up now. Services take turns, each with its longest overdue domain: many claims of one service
 * delay no domain of another.
 */
export function findDueDomains({ db, clock }: Deps, limit: number): Promise<DueDomain[]> {
  const turns = {
    partitionBy: '$serviceId',
    sortBy: { nextCheckAt: 1 },
    output: { turn: { $documentNumber: {} } },
  }
  return domainModel
    .in(db)
    .aggregate<DueDomain>(
      [
        { $match: { nextCheckAt: { $lte: clock.now() } } },
        { $project: { serviceId: 1, hostname: 1, nextCheckAt: 1 } },
        { $setWindowFields: turns },
        { $sort: { turn: 1, nextCheckAt: 1 } },
        { $limit: limit },
      ],
      { maxTimeMS: readBudgetMs },
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
    )
}
