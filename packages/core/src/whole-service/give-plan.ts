import type { ClientSession } from 'mongodb'
import type { OperatorCaller, Person, SystemActor } from '../access/caller.ts'
import { addressLimits, expireAddressCount } from '../addresses/address-quota.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { getPlan, type PlanTerms, planOf } from '../plans/plan-catalogue.ts'
import { lockService } from '../services/find-services.ts'
import { putPlan } from '../services/service-plan.ts'

interface GivenPlan {
  serviceId: string
  plan: PlanTerms
  /** Who gives it: the operator, or the system for the provider of payment. */
  actor: Person | SystemActor
}

/**
 * Gives a service a plan inside a transaction, without permission check but with an audit entry, unless it has the plan. What is beyond a
 * smaller plan stays; nothing can be added to it. @throws NOT_FOUND
 */
export async function givePlan(deps: Deps, tx: ClientSession, { serviceId, plan, actor }: GivenPlan): Promise<void> {
  const before = await lockService(deps, tx, serviceId)
  if (before.plan === plan.id) return
  await putPlan(deps, tx, { id: serviceId, planId: plan.id })
  // Without a limit the last plan counted none. Otherwise the count is right, and reservations that are on their way stay undisturbed.
  if (!addressLimits(deps, before)) await expireAddressCount(deps, tx, serviceId)
  const note = `${planOf(deps.plans, before.plan).id} → ${plan.id}`
  const target = { kind: 'service', id: serviceId, name: before.name } as const
  await recordAudit(deps, tx, { caller: actor, serviceId, action: 'service.plan_changed', target, note })
}

/** Gives a service a plan, as the operator may whatever the provider is. @throws NOT_FOUND, also `plan_not_found` */
export async function setPlan(
  deps: Deps,
  caller: OperatorCaller,
  { serviceId, planId }: { serviceId: string; planId: string },
): Promise<void> {
  const plan = getPlan(deps.plans, planId)
  await inTransaction(deps.db, (tx) => givePlan(deps, tx, { serviceId, plan, actor: caller }))
}
