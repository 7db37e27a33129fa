import {
  daySeconds,
  invalid,
  missing,
  type StripeCheckoutSession,
  type StripeCustomer,
  type StripeEvent,
  type StripeInvoice,
  type StripePrice,
  StripeRefusal,
  type StripeSubscription,
} from './stripe-objects.ts'

const periodSeconds = 30 * daySeconds

interface SubscriptionChange {
  price?: string | undefined
  cancelAtPeriodEnd?: boolean | undefined
}

/** The state of one account at Stripe: what its API reads and changes, and what customers do on its pages. Proration is left out. */
export class StripeAccount {
  readonly prices = new Map<string, StripePrice>()
  readonly customers = new Map<string, StripeCustomer>()
  readonly sessions = new Map<string, StripeCheckoutSession>()
  readonly subscriptions = new Map<string, StripeSubscription>()
  readonly invoices = new Map<string, StripeInvoice>()
  /** In the order in which they happened. */
  readonly events: StripeEvent[] = []
  /** The base URL of the pages for customers. */
  pages = ''
  #count = 0

  addPrice(id: string, amount: number, currency = 'eur'): void {
    const recurring = { interval: 'month', interval_count: 1 } as const
    this.prices.set(id, { id, object: 'price', unit_amount: amount, currency, active: true, recurring })
  }

  createCustomer(fields: Pick<StripeCustomer, 'name' | 'email' | 'metadata'>): StripeCustomer {
    const customer: StripeCustomer = { id: this.#id('cus'), object: 'customer', ...fields }
    this.customers.set(customer.id, customer)
    return customer
  }

  createSession(
    given: Pick<
      StripeCheckoutSession,
      'customer' | 'client_reference_id' | 'success_url' | 'cancel_url' | 'price' | 'expires_at'
    >,
    metadata: Record<string, string>,
  ): StripeCheckoutSession {
    found(this.customers, 'customer', given.customer)
    found(this.prices, 'price', given.price)
    const id = this.#id('cs_test')
    const session: StripeCheckoutSession = {
      id,
      object: 'checkout.session',
      ...given,
      mode: 'subscription',
      status: 'open',
      subscription: null,
      url: `${this.pages}/pay/${id}`,
    }
    this.sessions.set(id, session)
    this.#ordered.set(id, metadata)
    return session
  }
  /** The metadata of the subscription to come. */
  readonly #ordered = new Map<string, Record<string, string>>()

  expireSession(id: string): StripeCheckoutSession {
    const session = found(this.sessions, 'checkout.session', id)
    if (session.status !== 'open') throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`)
    Object.assign(session, { status: 'expired', url: null })
    this.#emit('checkout.session.expired', session)
    return session
  }

  /** The customer pays on the page of a session. @returns the new subscription */
  completeSession(id: string): StripeSubscription {
    const session = found(this.sessions, 'checkout.session', id)
    if (session.status !== 'open') throw invalid('This session is not open.')
    const subscription = this.startSubscription(session.customer, session.price, this.#ordered.get(id))
    Object.assign(session, { status: 'complete', subscription: subscription.id, url: null })
    this.#emit('checkout.session.completed', session)
    this.#invoice(subscription, 'paid')
    return subscription
  }

  startSubscription(customer: string, price: string, metadata: Record<string, string> = {}): StripeSubscription {
    const start = now()
    const subscription: StripeSubscription = {
      id: this.#id('sub'),
      object: 'subscription',
      customer,
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      // Several in one second are distinguished by their order in lists, as at Stripe.
      created: start,
      metadata,
      items: {
        object: 'list',
        data: [
          {
            id: this.#id('si'),
            object: 'subscription_item',
            price: found(this.prices, 'price', price),
            quantity: 1,
            current_period_start: start,
            current_period_end: start + periodSeconds,
          },
        ],
        has_more: false,
      },
    }
    this.subscriptions.set(subscription.id, subscription)
    this.#emit('customer.subscription.created', subscription)
    return subscription
  }

  changeSubscription(id: string, { price, cancelAtPeriodEnd }: SubscriptionChange): StripeSubscription {
    const subscription = found(this.subscriptions, 'subscription', id)
    if (subscription.status === 'canceled') throw invalid('A canceled subscription can only update its metadata.')
    const item = itemOf(subscription)
    if (price !== undefined) item.price = found(this.prices, 'price', price)
    if (cancelAtPeriodEnd !== undefined) {
      subscription.cancel_at_period_end = cancelAtPeriodEnd
      subscription.cancel_at = cancelAtPeriodEnd ? item.current_period_end : null
    }
    this.#emit('customer.subscription.updated', subscription)
    return subscription
  }

  /** Ends a subscription at once. */
  cancelSubscription(id: string): StripeSubscription {
    const subscription = found(this.subscriptions, 'subscription', id)
    if (subscription.status === 'canceled') throw missing('subscription', id)
    Object.assign(subscription, { status: 'canceled', canceled_at: now() })
    this.#emit('customer.subscription.deleted', subscription)
    return subscription
  }

  /** The period ends: the subscription ends too if it was cancelled, and is charged again if not. */
  endPeriod(id: string, payment: 'paid' | 'fails' = 'paid'): void {
    const subscription = found(this.subscriptions, 'subscription', id)
    if (subscription.cancel_at_period_end) {
      this.cancelSubscription(id)
      return
    }
    const item = itemOf(subscription)
    item.current_period_start = item.current_period_end
    item.current_period_end += periodSeconds
    if (payment === 'fails') subscription.status = 'past_due'
    this.#emit('customer.subscription.updated', subscription)
    this.#invoice(subscription, payment === 'paid' ? 'paid' : 'open')
  }

  /** The customer pays what is open. */
  payInvoices(id: string): void {
    const subscription = found(this.subscriptions, 'subscription', id)
    for (const invoice of this.invoices.values()) {
      if (invoice.subscription !== id || invoice.status === 'paid') continue
      invoice.status = 'paid'
      this.#emit('invoice.paid', invoice)
    }
    subscription.status = 'active'
    this.#emit('customer.subscription.updated', subscription)
  }

  /** A status that comes by itself: the retries of a payment ended, a trial began or ended without a way to pay. */
  putStatus(id: string, status: Exclude<StripeSubscription['status'], 'canceled'>): void {
    const subscription = found(this.subscriptions, 'subscription', id)
    subscription.status = status
    this.#emit('customer.subscription.updated', subscription)
  }

  #invoice(subscription: StripeSubscription, status: StripeInvoice['status']): void {
    const id = this.#id('in')
    const { price } = itemOf(subscription)
    const invoice: StripeInvoice = {
      id,
      object: 'invoice',
      number: `TEST-${String(this.invoices.size + 1).padStart(4, '0')}`,
      customer: subscription.customer,
      subscription: subscription.id,
      currency: price.currency,
      amount_due: price.unit_amount,
      status,
      created: now(),
      hosted_invoice_url: `${this.pages}/invoices/${id}`,
      invoice_pdf: `${this.pages}/invoices/${id}/pdf`,
    }
    this.invoices.set(id, invoice)
    this.#emit(status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  }

  #emit(type: string, object: { id: string }): void {
    const id = this.#id('evt')
    this.events.push({
      id,
      object: 'event',
      type,
      created: now(),
      livemode: false,
      data: { object: structuredClone(object) },
    })
  }

  #id(prefix: string): string {
    this.#count += 1
    return `${prefix}_${String(this.#count).padStart(12, '0')}`
  }
}

/** @throws StripeRefusal 404 */
export function found<T>(records: ReadonlyMap<string, T>, noun: string, id: string | undefined): T {
  const record = id === undefined ? undefined : records.get(id)
  if (record === undefined) throw missing(noun, id ?? '')
  return record
}

function itemOf(subscription: StripeSubscription) {
  const [item] = subscription.items.data
  if (!item) throw new StripeRefusal(500, { type: 'api_error', message: 'A subscription has one item' })
  return item
}

const now = () => Math.floor(Date.now() / 1000)
