import { AppError } from '@inlet/contract'
import { systemActor } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type DomainDoc, domainModel } from '../domains/domain-model.ts'
import { changeState, type DomainChecks, lookUp, stateAfter } from './check-domain.ts'

/** Looked up at the same time: slow name servers of some domains shall not delay all others. */
const domainsPerStep = 32

type DueDomain = Pick<DomainDoc, '_id' | 'hostname'>

/**
 * Checks the domains that are due, at most 32: claims become verified, and proven domains failing after three failed checks over a day, or
 * verified again after one that is good. The audit log has these changes with the actor `system`.
 * @returns whether more may be due
 */
export async function recheckDomains(deps: Deps, checks: DomainChecks): Promise<boolean> {
  const domains = domainModel.in(deps.db)
  const now = deps.clock.now()
  // Domains of earlier versions; one that is proven and was never checked is trusted by the operator.
  await domains.updateMany(
    { nextCheckAt: { $exists: false }, $or: [{ state: 'pending' }, { check: { $ne: null } }] },
    { $set: { nextCheckAt: now } },
  )
  const due = await dueByTurns(deps, now)
  await Promise.all(due.map((domain) => recheck(deps, domain, checks)))
  return due.length === domainsPerStep
}

/** Services take turns, each with its longest overdue domain: many claims of one service delay no domain of another. */
function dueByTurns({ db }: Deps, now: Date): Promise<DueDomain[]> {
  const turns = {
    partitionBy: '$serviceId',
    sortBy: { nextCheckAt: 1 },
    output: { turn: { $documentNumber: {} } },
  }
  return domainModel
    .in(db)
    .aggregate<DueDomain>(
      [
        { $match: { nextCheckAt: { $lte: now } } },
        { $project: { serviceId: 1, hostname: 1, nextCheckAt: 1 } },
        { $setWindowFields: turns },
        { $sort: { turn: 1, nextCheckAt: 1 } },
        { $limit: domainsPerStep },
      ],
      { maxTimeMS: readBudgetMs },
    )
    .toArray()
}

async function recheck(deps: Deps, { _id: id, hostname }: DueDomain, { dns, mxHost }: DomainChecks): Promise<void> {
  const check = await lookUp(deps, dns, hostname)
  const after = (before: DomainDoc) => stateAfter(before, { check, mxHost, isPatient: true })
  try {
    await changeState(deps, systemActor, { id, next: after })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
    // Another service has proven the host: the claim stays one, and shows what was found.
    const stay = (before: DomainDoc) => {
      const { change, action } = after(before)
      return { change: { ...change, state: before.state }, action }
    }
    await changeState(deps, systemActor, { id, next: stay })
  }
}
