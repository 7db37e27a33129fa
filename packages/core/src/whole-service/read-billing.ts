import { AppError, type Billing, type BillingProviderKind, type Plan, type QuotaName } from '@inlet/contract'
import { assertMay, type Caller } from '../access/caller.ts'
import { countAddresses } from '../addresses/find-address.ts'
import { periodOf } from '../billing/period-of.ts'
import { countMessagesIn } from '../billing/read-usage.ts'
import type { Deps } from '../deps.ts'
import { countDomains } from '../domains/find-domains.ts'
import { countMembers } from '../people/memberships.ts'
import { planOf, toPlan } from '../plans/plan-catalogue.ts'
import { findService } from '../services/find-services.ts'
import { countWebhooks } from '../webhooks/find-webhooks.ts'

/** The plans of this installation, in the order of the operator. */
export const listPlans = ({ plans }: Deps): Plan[] => plans.all.map(toPlan)

/** Reads the plan of a service and what it uses of it. @throws NOT_FOUND */
export async function readBilling(
  deps: Deps,
  caller: Caller,
  { id, provider }: { id: string; provider: BillingProviderKind },
): Promise<Billing> {
  assertMay(caller, id, 'viewer')
  const service = await findService(deps, id)
  if (!service) throw new AppError('NOT_FOUND', 'No such service')
  const period = periodOf(service, deps.clock.now())
  const { status = 'active', cancelsAtEnd = false } = service.payment?.subscription ?? {}
  const [domains, addresses, messagesPerMonth, webhooks, members] = await Promise.all([
    countDomains(deps, id),
    countAddresses(deps, id),
    countMessagesIn(deps, id, period),
    countWebhooks(deps, id),
    countMembers(deps, id),
  ])
  const used = { domains, addresses, messagesPerMonth, webhooks, members }
  const { id: plan, limits } = planOf(deps.plans, service.plan)
  const of = (name: QuotaName) => ({ used: used[name], limit: limits[name] })
  const usage = {
    domains: of('domains'),
    addresses: of('addresses'),
    messagesPerMonth: of('messagesPerMonth'),
    webhooks: of('webhooks'),
    members: of('members'),
  }
  return {
    provider,
    plan,
    status,
    period: { start: period.start.toISOString(), end: period.end.toISOString() },
    cancelsAtEnd,
    usage,
    overQuota: overQuotaOf(usage),
  }
}

const isOver = {
  domains: (used: number, limit: number) => used > limit,
  addresses: (used: number, limit: number) => used > limit,
  // The next mail is deferred.
  messagesPerMonth: (used: number, limit: number) => used >= limit,
  webhooks: (used: number, limit: number) => used > limit,
  members: (used: number, limit: number) => used > limit,
}
const quotaNames = ['domains', 'addresses', 'messagesPerMonth', 'webhooks', 'members'] as const

/** What of the plan is used up, for messages, or exceeded, as it may be after a change to a smaller plan. */
function overQuotaOf(usage: Billing['usage']): QuotaName[] {
  return quotaNames.filter((name) => {
    const { used, limit } = usage[name]
    return limit !== null && isOver[name](used, limit)
  })
}
