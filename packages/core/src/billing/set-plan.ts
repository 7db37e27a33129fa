import type { OperatorCaller } from '../access/caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { givePlan } from '../services/give-plan.ts'
import { getPlan } from './plan-catalogue.ts'

/** Gives a service a plan, as the operator may whatever the provider is. @throws NOT_FOUND, also `plan_not_found` */
export async function setPlan(
  deps: Deps,
  caller: OperatorCaller,
  { serviceId, planId }: { serviceId: string; planId: string },
): Promise<void> {
  const plan = getPlan(deps.plans, planId)
  await inTransaction(deps.db, (tx) => givePlan(deps, tx, { serviceId, plan, actor: caller }))
}
