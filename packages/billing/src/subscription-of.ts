import type { PlanCatalogue, PlanTerms, ReportedSubscription } from '@inlet/core'
import type { Stripe } from 'stripe'

/** A customer's subscription as Stripe has it, with what a change of it needs. */
export interface StripeSubscription extends ReportedSubscription {
  /** The item with the price. */
  itemId: string
}

/** What Stripe knows of a customer's subscriptions. */
export interface CustomerState {
  /** The one that counts; null before the first. */
  subscription: StripeSubscription | null
  /** More than one are paid for: only a person can know which one is wanted. */
  hasSeveral: boolean
}

type Status = Stripe.Subscription['status']

/** What is read of a subscription at Stripe. */
export interface ReadSubscription
  extends Pick<Stripe.Subscription, 'id' | 'status' | 'cancel_at_period_end' | 'cancel_at'> {
  items: {
    data: (Pick<Stripe.SubscriptionItem, 'id' | 'current_period_start' | 'current_period_end'> & {
      price: Pick<Stripe.Price, 'id'>
    })[]
  }
}

/** A payment that is due does not end it: Stripe tries again, or an owner may pay. */
const shownStatus: Record<Status, 'active' | 'past_due' | 'cancelled' | null> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'cancelled',
  // The first payment has not come.
  incomplete: null,
  incomplete_expired: null,
}

/** Stripe has given up to collect, or does not collect. */
const isWithoutPayment = (status: Status) => status === 'unpaid' || status === 'paused'

/**
 * Chooses the subscription that counts, of all of a customer's, newest first: one that is paid for, else one that is not over, else the
 * last one that was. It depends on the state at Stripe alone, and so not on the order in which events come.
 */
export function stateOf(subscriptions: readonly ReadSubscription[], plans: PlanCatalogue): CustomerState {
  const known = subscriptions.filter(({ status }) => shownStatus[status] !== null)
  const live = known.filter(({ status }) => status !== 'canceled')
  const chosen = live.find(({ status }) => !isWithoutPayment(status)) ?? live[0] ?? known[0]
  return { subscription: chosen ? toSubscription(chosen, plans) : null, hasSeveral: live.length > 1 }
}

function toSubscription(found: ReadSubscription, plans: PlanCatalogue): StripeSubscription | null {
  const status = shownStatus[found.status]
  // An operator may have added something to it at Stripe.
  const item = found.items.data.find(({ price }) => planOfPrice(price.id, plans) !== null) ?? found.items.data[0]
  if (!status || !item) return null
  return {
    id: found.id,
    itemId: item.id,
    status,
    period: { start: timeOf(item.current_period_start), end: timeOf(item.current_period_end) },
    // The portal sets `cancel_at` alone where a subscription has flexible billing.
    cancelsAtEnd: status !== 'cancelled' && (found.cancel_at_period_end || found.cancel_at !== null),
    plan: planFor(found.status, item.price.id, plans),
  }
}

/** Null where the price is of no plan: the service keeps the plan that it has. */
function planFor(status: Status, priceId: string, plans: PlanCatalogue): PlanTerms | null {
  if (status === 'canceled' || isWithoutPayment(status)) return plans.defaultPlan
  return planOfPrice(priceId, plans)
}

const planOfPrice = (priceId: string, plans: PlanCatalogue) =>
  plans.all.find(({ stripePriceId }) => stripePriceId === priceId) ?? null

const timeOf = (unixSeconds: number) => new Date(unixSeconds * 1000)
