/** The objects of Stripe's API that the stand-in keeps, with the fields that a client of subscriptions reads. Times are Unix seconds. */

export const daySeconds = 86_400

export interface StripePrice {
  id: string
  object: 'price'
  /** In the smallest unit of the currency. */
  unit_amount: number
  currency: string
  active: boolean
  recurring: { interval: 'month'; interval_count: 1 }
}

export interface StripeCustomer {
  id: string
  object: 'customer'
  name: string | null
  email: string | null
  metadata: Record<string, string>
}

interface StripeSubscriptionItem {
  id: string
  object: 'subscription_item'
  price: StripePrice
  quantity: number
  current_period_start: number
  current_period_end: number
}

export interface StripeSubscription {
  id: string
  object: 'subscription'
  customer: string
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled'
  cancel_at_period_end: boolean
  cancel_at: number | null
  canceled_at: number | null
  created: number
  metadata: Record<string, string>
  items: { object: 'list'; data: StripeSubscriptionItem[]; has_more: false }
}

export interface StripeInvoice {
  id: string
  object: 'invoice'
  number: string
  customer: string
  subscription: string
  currency: string
  amount_due: number
  status: 'open' | 'paid'
  created: number
  hosted_invoice_url: string
  invoice_pdf: string
}

export interface StripeCheckoutSession {
  id: string
  object: 'checkout.session'
  customer: string
  mode: 'subscription'
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
  client_reference_id: string | null
  success_url: string
  cancel_url: string | null
  expires_at: number
  /** Stripe shows it in a list of its own only. */
  price: string
  url: string | null
}

/** What happened, with the object as it was at that moment. */
export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  created: number
  livemode: false
  data: { object: { id: string } }
}

/** An error as Stripe answers it. */
export class StripeRefusal extends Error {
  override name = 'StripeRefusal'
  readonly status: number
  readonly body: { type: string; code?: string; message: string }

  constructor(status: number, body: StripeRefusal['body']) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** The answer for an id that does not exist. */
export const missing = (noun: string, id: string) =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
  })

/** The answer for a request that the state forbids, or that lacks something. */
export const invalid = (message: string) => new StripeRefusal(400, { type: 'invalid_request_error', message })
