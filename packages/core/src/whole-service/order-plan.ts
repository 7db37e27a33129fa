import {
  AppError,
  type AuditAction,
  type Billing,
  type ChangePlanInput,
  type Invoice,
  type ListInvoicesInput,
  type Page,
  type StartCheckoutInput,
} from '@inlet/contract'
import { assertMay, type UserCaller } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { BillingOrder, BillingProvider, PaymentProvider } from '../billing/billing-provider.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { getPlan, planOf } from '../plans/plan-catalogue.ts'
import { findService } from '../services/find-services.ts'
import { readBilling } from './read-billing.ts'

/**
 * Begins a subscription to a plan. The caller needs the role owner. @returns the URL of the page where it is paid
 * @throws NOT_FOUND, also `plan_not_found`; FORBIDDEN `insufficient_role`; CONFLICT `billing_disabled`
 */
export async function startCheckout(
  deps: Deps,
  caller: UserCaller,
  { id, planId, provider }: StartCheckoutInput & { provider: BillingProvider },
): Promise<string> {
  const order = await orderFor(deps, caller, id)
  const payment = paying(provider)
  const plan = getPlan(deps.plans, planId)
  const url = await payment.checkout({ ...order, plan })
  await recordOrder(deps, order, { action: 'service.checkout_started', note: plan.id })
  return url
}

/**
 * Opens the provider's page for payment. The caller needs the role owner. @returns its URL
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; CONFLICT `billing_disabled`
 */
export async function openBillingPortal(
  deps: Deps,
  caller: UserCaller,
  { id, provider }: { id: string; provider: BillingProvider },
): Promise<string> {
  const order = await orderFor(deps, caller, id)
  const url = await paying(provider).portal(order)
  await recordOrder(deps, order, { action: 'service.portal_opened', note: null })
  return url
}

/**
 * Changes the plan of a service that pays for one; one without a price ends the subscription with its period. The caller needs the role
 * owner. @throws NOT_FOUND, also `plan_not_found`; FORBIDDEN `insufficient_role`; CONFLICT `billing_disabled`
 */
export async function changePlan(
  deps: Deps,
  caller: UserCaller,
  { id, planId, provider }: ChangePlanInput & { provider: BillingProvider },
): Promise<Billing> {
  const order = await orderFor(deps, caller, id)
  const payment = paying(provider)
  const plan = getPlan(deps.plans, planId)
  if (plan.price === null) await payment.cancel({ ...order, plan })
  else await payment.changePlan({ ...order, plan })
  await recordOrder(deps, order, { action: 'service.plan_ordered', note: plan.id })
  return await readBilling(deps, caller, { id, provider: provider.kind })
}

/**
 * Lists what a service was to pay, newest first; nothing where nobody pays. The caller needs the role owner.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; BAD_REQUEST `invalid_cursor`
 */
export async function listInvoices(
  deps: Deps,
  caller: UserCaller,
  { id, provider, ...page }: ListInvoicesInput & { provider: BillingProvider },
): Promise<Page<Invoice>> {
  const order = await orderFor(deps, caller, id)
  if (provider.kind === 'stripe') return await provider.listInvoices(order, page)
  if (page.cursor !== undefined) throw AppError.of('invalid_cursor')
  return { data: [], meta: { cursor: '', hasMore: false } }
}

async function orderFor(deps: Deps, caller: UserCaller, id: string): Promise<BillingOrder> {
  assertMay(caller, id, 'owner')
  const service = await findService(deps, id)
  if (!service) throw new AppError('NOT_FOUND', 'No such service')
  return { service: { id, name: service.name }, currentPlan: planOf(deps.plans, service.plan), caller }
}

/** What an owner asked for, when the provider took it; what comes of it is recorded by the provider. */
async function recordOrder(
  deps: Deps,
  { service, caller }: BillingOrder,
  entry: { action: AuditAction; note: string | null },
): Promise<void> {
  const target = { kind: 'service', ...service } as const
  await inTransaction(deps.db, (tx) => recordAudit(deps, tx, { caller, serviceId: service.id, target, ...entry }))
}

function paying(provider: BillingProvider): PaymentProvider {
  if (provider.kind === 'stripe') return provider
  throw AppError.of('billing_disabled')
}
