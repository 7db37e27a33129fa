import { AppError } from '@inlet/contract'
import { systemActor } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import type { PlanTerms } from '../plans/plan-catalogue.ts'
import type { Subscription } from '../services/service-model.ts'
import { findPayingService, type PayingService, putSubscription } from '../services/service-payment.ts'
import { givePlan } from './give-plan.ts'

/** A subscription as its provider has it. */
export interface ReportedSubscription extends Subscription {
  /** What it entitles to; null where that is not known: the service keeps its plan. */
  plan: PlanTerms | null
}

/** Each failure means that another process stored what it read later. */
const attempts = 20

/**
 * Reads a customer's subscription at the provider, stores it, and gives the service the plan that it entitles to. What was read is stored
 * only where nobody else has stored anything since before it was read: so the newest state is kept, however many processes read it at the same
 * time and in whatever order. A plan that the operator gave to a service without a subscription stays.
 * @returns null for a customer of no service, and before the first subscription
 * @throws SERVICE_UNAVAILABLE where others go on changing it
 */
export async function refreshSubscription<T extends ReportedSubscription>(
  deps: Deps,
  customerId: string,
  read: (service: { serviceId: string }) => Promise<T | null>,
): Promise<T | null> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const service = await findPayingService(deps, customerId)
    if (!service) return null
    const reported = await read(service)
    if (!reported || (await store(deps, service, reported))) return reported
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'The subscription is changing', { retryAfterSeconds: 2 })
}

/** @returns whether it is stored */
async function store(
  deps: Deps,
  service: PayingService,
  { plan, ...reported }: ReportedSubscription,
): Promise<boolean> {
  const { serviceId, name, payment } = service
  const subscription: Subscription = {
    id: reported.id,
    status: reported.status,
    period: reported.period,
    cancelsAtEnd: reported.cancelsAtEnd,
  }
  const before = payment.subscription
  return await inTransaction(deps.db, async (tx) => {
    if (!(await putSubscription(deps, tx, { service, subscription }))) return false
    // One that ended long ago says nothing about the plan of today.
    const isNews = subscription.status !== 'cancelled' || (before !== null && before.status !== 'cancelled')
    if (plan && isNews) await givePlan(deps, tx, { serviceId, plan, actor: systemActor })
    const note = changesOf(before, subscription)
    if (note === '') return true
    const target = { kind: 'service', id: serviceId, name } as const
    const entry = { caller: systemActor, serviceId, action: 'service.subscription_changed', target, note } as const
    await recordAudit(deps, tx, entry)
    return true
  })
}

function changesOf(before: Subscription | null, after: Subscription): string {
  const changes: string[] = []
  if (before?.id !== after.id || before.status !== after.status) changes.push(after.status)
  const cancelledBefore = before?.id === after.id && before.cancelsAtEnd
  if (after.cancelsAtEnd !== cancelledBefore && after.status !== 'cancelled') {
    changes.push(after.cancelsAtEnd ? 'ends with its period' : 'goes on')
  }
  return changes.join(', ')
}
