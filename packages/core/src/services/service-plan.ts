import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { PlanTerms } from '../plans/plan-catalogue.ts'
import { type ServiceDoc, serviceModel } from './service-model.ts'

/** A service as far as its plan limits it. */
export type PlannedService = Pick<ServiceDoc, '_id' | 'plan' | 'payment'>

/** Services with one of these plans and ids above `after`, by id. A service without a plan of the catalogue has the default one. */
export function findServicesOfPlans(
  { db, plans }: Deps,
  isWanted: (plan: PlanTerms) => boolean,
  { after, limit }: { after: string; limit: number },
): Promise<PlannedService[]> {
  const idsOf = (wanted: boolean) => plans.all.filter((plan) => isWanted(plan) === wanted).map(({ id }) => id)
  const plan = isWanted(plans.defaultPlan) ? { $nin: idsOf(false) } : { $in: idsOf(true) }
  return serviceModel
    .in(db)
    .find(
      { _id: { $gt: after }, plan },
      { projection: { plan: 1, payment: 1 }, sort: { _id: 1 }, limit, maxTimeMS: readBudgetMs },
    )
    .toArray()
}

/** Stores the plan of a service. */
export async function putPlan(deps: Deps, tx: ClientSession, { id, planId }: { id: string; planId: string }) {
  await serviceModel.in(deps.db).updateOne({ _id: id }, { $set: { plan: planId } }, { session: tx })
}

/** Remembers which level of its messages a service has reached in a period. @returns false where that one or a higher one is remembered */
export async function putQuotaLevel(
  deps: Deps,
  tx: ClientSession,
  { id, period, level }: { id: string } & NonNullable<ServiceDoc['quotaTold']>,
): Promise<boolean> {
  const isRecorded = { 'quotaTold.period': period, 'quotaTold.level': { $gte: level } }
  const { matchedCount } = await serviceModel
    .in(deps.db)
    .updateOne({ _id: id, $nor: [isRecorded] }, { $set: { quotaTold: { period, level } } }, { session: tx })
  return matchedCount === 1
}
