import { hash } from 'node:crypto'
import { AppError } from '@inlet/contract'
import {
  type BillingOrder,
  type Deps,
  type PaymentProvider,
  type PlanTerms,
  readPayment,
  refreshSubscription,
  rememberCustomer,
  replaceCheckout,
  type ServicePayment,
} from '@inlet/core'
import type { Log, Metrics } from '@inlet/runtime'
import type { Stripe } from 'stripe'
import { invoicesOf } from './invoices.ts'
import { countedCalls, isInvalidRequest } from './stripe-errors.ts'
import { receiveStripeEvent } from './stripe-events.ts'
import { type StripeSubscription, stateOf } from './subscription-of.ts'

export interface StripeProviderParts {
  deps: Deps
  log: Log
  metrics: Metrics['billing']
  stripe: Stripe
  webhookSecret: string
  /** The page on which the plan of a service is, to which the browser comes back from Stripe's. */
  billingUrl: (serviceId: string) => string
}

/** A page for payment ends after an hour: one that is forgotten must not be paid when the service is long gone. */
const checkoutSeconds = 3600

/** Payment by Stripe: subscriptions to flat prices, one for each service. */
export function stripeProvider(parts: StripeProviderParts): PaymentProvider {
  const { deps, log, metrics, stripe, billingUrl } = parts
  const callStripe = countedCalls(metrics)

  /** Reads a customer's subscriptions, and stores what counts of them. */
  async function refresh(customerId: string): Promise<StripeSubscription | null> {
    return await refreshSubscription(deps, customerId, async ({ serviceId }) => {
      const { data } = await callStripe(() =>
        stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
      )
      const { subscription, hasSeveral } = stateOf(data, deps.plans)
      if (hasSeveral) log.warn({ serviceId }, 'a service has several subscriptions')
      if (subscription?.plan === null) log.warn({ serviceId }, 'a subscription has the price of no plan')
      return subscription
    })
  }

  async function liveSubscription({ service }: BillingOrder): Promise<StripeSubscription | null> {
    const payment = await readPayment(deps, service.id)
    const subscription = payment && (await refresh(payment.customerId))
    return subscription && subscription.status !== 'cancelled' ? subscription : null
  }

  async function customerOf({ service }: BillingOrder): Promise<string> {
    const payment = await readPayment(deps, service.id)
    if (payment) return payment.customerId
    // Two simultaneous calls get one customer.
    const fields = { name: service.name, metadata: { serviceId: service.id } }
    const options = { idempotencyKey: `inlet-customer-${hash('sha256', JSON.stringify(fields))}` }
    const { id } = await callStripe(() => stripe.customers.create(fields, options))
    return await rememberCustomer(deps, service.id, id)
  }

  /** Two open pages could both be paid. @throws CONFLICT `subscription_exists` where the earlier one was paid meanwhile */
  async function closeCheckout(order: BillingOrder, earlierId: string, latestId: string): Promise<void> {
    try {
      await stripe.checkout.sessions.expire(earlierId)
    } catch (error) {
      if (!isInvalidRequest(error)) return await callStripe(() => Promise.reject(error))
      if (!(await liveSubscription(order))) return
      await callStripe(() => stripe.checkout.sessions.expire(latestId))
      throw AppError.of('subscription_exists')
    }
  }

  return {
    kind: 'stripe',

    async checkout(order) {
      const price = priceOf(order.plan)
      const customer = await customerOf(order)
      if (await liveSubscription(order)) throw AppError.of('subscription_exists')
      const { service } = order
      const session = await callStripe(() =>
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer,
          client_reference_id: service.id,
          line_items: [{ price, quantity: 1 }],
          subscription_data: { metadata: { serviceId: service.id } },
          success_url: `${billingUrl(service.id)}?checkout=done`,
          cancel_url: `${billingUrl(service.id)}?checkout=cancelled`,
          expires_at: Math.floor(deps.clock.now().getTime() / 1000) + checkoutSeconds,
        }),
      )
      const earlierId = await replaceCheckout(deps, service.id, session.id)
      if (earlierId !== null) await closeCheckout(order, earlierId, session.id)
      return urlOf(session)
    },

    async portal({ service }) {
      const customer = customerNeeded(await readPayment(deps, service.id))
      const session = { customer, return_url: billingUrl(service.id) }
      return urlOf(await callStripe(() => stripe.billingPortal.sessions.create(session)))
    },

    async changePlan(order) {
      const price = priceOf(order.plan)
      const { id, itemId } = subscriptionNeeded(await liveSubscription(order))
      await callStripe(() =>
        stripe.subscriptions.update(id, {
          items: [{ id: itemId, price }],
          cancel_at_period_end: false,
          proration_behavior: 'create_prorations',
        }),
      )
      await liveSubscription(order)
    },

    async cancel(order) {
      if (order.plan.id !== deps.plans.defaultPlan.id) throw AppError.of('plan_not_sold')
      const { id } = subscriptionNeeded(await liveSubscription(order))
      await callStripe(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }))
      await liveSubscription(order)
    },

    async listInvoices({ service }, page) {
      const payment = await readPayment(deps, service.id)
      return await invoicesOf(
        { stripe, callStripe },
        { serviceId: service.id, customerId: payment?.customerId ?? null, ...page },
      )
    },

    receiveEvent: (event) => receiveStripeEvent(parts, event, refresh),
  }
}

/** @throws UNPROCESSABLE_CONTENT `plan_not_sold` */
function priceOf({ stripePriceId }: PlanTerms): string {
  if (stripePriceId === null) throw AppError.of('plan_not_sold')
  return stripePriceId
}

/** @throws UNPROCESSABLE_CONTENT `no_subscription` */
function subscriptionNeeded(found: StripeSubscription | null): StripeSubscription {
  if (!found) throw AppError.of('no_subscription')
  return found
}

/** @throws UNPROCESSABLE_CONTENT `no_subscription` */
function customerNeeded(payment: ServicePayment | null): string {
  if (!payment) throw AppError.of('no_subscription')
  return payment.customerId
}

function urlOf({ url }: { url: string | null }): string {
  if (url === null) throw new Error('Stripe answered a session without a URL')
  return url
}
