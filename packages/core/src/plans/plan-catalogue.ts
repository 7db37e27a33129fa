import { AppError, type BillingProviderKind, type Plan } from '@inlet/contract'

/** A plan with what the provider needs to know of it. */
export interface PlanTerms extends Plan {
  /** The price at Stripe that is paid for it; null where it cannot be bought. */
  stripePriceId: string | null
}

/** The plans of an installation, in the order in which they are shown. */
export interface PlanCatalogue {
  all: readonly PlanTerms[]
  /** Of new services, of services from before there were plans, and of those whose plan is not in the catalogue any more. */
  defaultPlan: PlanTerms
}

const priceOf = (amount: number) => ({ amount, currency: 'eur', interval: 'month' as const })

const builtIn: PlanTerms[] = [
  {
    id: 'free',
    name: 'Free',
    price: null,
    limits: { domains: 1, addresses: 100, messagesPerMonth: 1_000, webhooks: 1, members: 2, retentionDays: 3 },
    stripePriceId: null,
  },
  {
    id: 'pro',
    name: 'Pro',
    price: priceOf(2_900),
    limits: { domains: 10, addresses: 10_000, messagesPerMonth: 50_000, webhooks: 10, members: 10, retentionDays: 14 },
    stripePriceId: null,
  },
  {
    id: 'scale',
    name: 'Scale',
    price: priceOf(19_900),
    limits: {
      domains: 100,
      addresses: 200_000,
      messagesPerMonth: 1_000_000,
      webhooks: 100,
      members: 100,
      retentionDays: 30,
    },
    stripePriceId: null,
  },
]

const unlimited: PlanTerms = {
  id: 'unlimited',
  name: 'Unlimited',
  price: null,
  limits: {
    domains: null,
    addresses: null,
    messagesPerMonth: null,
    webhooks: null,
    members: null,
    retentionDays: null,
  },
  stripePriceId: null,
}

interface CatalogueOptions {
  provider?: BillingProviderKind
  /** The plans of the operator's file; null without a file. */
  listed?: readonly PlanTerms[] | null
  /** The id of the plan of new services; by default the first one. */
  defaultId?: string | undefined
}

/**
 * Makes the catalogue: the operator's plans, or else free, pro and scale; where nobody pays and there is no file, first of all one without
 * limits. @returns null where no plan has the id `defaultId`
 */
export function planCatalogue({
  provider = 'none',
  listed = null,
  defaultId,
}: CatalogueOptions = {}): PlanCatalogue | null {
  const all = listed ?? (provider === 'none' ? [unlimited, ...builtIn] : builtIn)
  const defaultPlan = defaultId === undefined ? all[0] : all.find(({ id }) => id === defaultId)
  return defaultPlan ? { all, defaultPlan } : null
}

/** The catalogue of an installation without settings: its default plan has no limits. */
export const unlimitedPlans: PlanCatalogue = { all: [unlimited, ...builtIn], defaultPlan: unlimited }

/** The plan of a service. */
export const planOf = ({ all, defaultPlan }: PlanCatalogue, id: string | undefined): PlanTerms =>
  all.find((plan) => plan.id === id) ?? defaultPlan

/** The plan of this id. @throws NOT_FOUND `plan_not_found` */
export function getPlan({ all }: PlanCatalogue, id: string): PlanTerms {
  const found = all.find((plan) => plan.id === id)
  if (!found) throw AppError.of('plan_not_found')
  return found
}

/** How many days mail that comes now is kept: as many as were chosen, and at most those of the plan. */
export function retentionDaysOf(plans: PlanCatalogue, service: { plan?: string; retentionDays: number }): number {
  const { retentionDays } = planOf(plans, service.plan).limits
  return retentionDays === null ? service.retentionDays : Math.min(service.retentionDays, retentionDays)
}

/** The public shape of a plan. */
export const toPlan = ({ id, name, price, limits }: PlanTerms): Plan => ({ id, name, price, limits })
