import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { stripeStandIn } from './stripe-stand-in.ts'

async function startStandIn() {
  const standIn = await stripeStandIn({ price_pro: 2900, price_scale: 9900 })
  const { hostname: host, port } = new URL(standIn.url)
  const options = { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 } as const
  return {
    standIn,
    stripe: new Stripe(standIn.secretKey, options),
    [Symbol.asyncDispose]: standIn[Symbol.asyncDispose],
  }
}

async function subscribe(stripe: Stripe): Promise<{ customer: string; subscription: string }> {
  const { id: customer } = await stripe.customers.create({ name: 'Shop', metadata: { serviceId: 'S' } })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: 'price_pro', quantity: 1 }],
    success_url: 'http://127.0.0.1/done',
    subscription_data: { metadata: { serviceId: 'S' } },
  })
  const paid = await fetch(session.url ?? '', { method: 'POST', redirect: 'manual' })
  expect(paid.headers.get('location')).toBe('http://127.0.0.1/done')
  const complete = await stripe.checkout.sessions.retrieve(session.id)
  return { customer, subscription: String(complete.subscription) }
}

test('a customer who pays on the page of a session has a subscription, an invoice and the events of both', async () => {
  await using world = await startStandIn()

  const { customer, subscription } = await subscribe(world.stripe)

  const { data } = await world.stripe.subscriptions.list({ customer })
  expect(data).toMatchObject([{ id: subscription, status: 'active', metadata: { serviceId: 'S' } }])
  expect(data[0]?.items.data[0]?.price.id).toBe('price_pro')
  const invoices = await world.stripe.invoices.list({ customer })
  expect(invoices.data).toMatchObject([{ status: 'paid', amount_due: 2900 }])
  expect(world.standIn.account.events.map(({ type }) => type)).toEqual([
    'customer.subscription.created',
    'checkout.session.completed',
    'invoice.paid',
  ])
})

test('a subscription takes another price, is cancelled for the end of its period, and ends with it', async () => {
  await using world = await startStandIn()
  const { customer, subscription } = await subscribe(world.stripe)
  const before = await world.stripe.subscriptions.retrieve(subscription)
  const item = before.items.data[0]?.id ?? ''

  const changed = await world.stripe.subscriptions.update(subscription, {
    items: [{ id: item, price: 'price_scale' }],
    cancel_at_period_end: true,
  })
  world.standIn.account.endPeriod(subscription)

  expect(changed).toMatchObject({ cancel_at_period_end: true, items: { data: [{ price: { id: 'price_scale' } }] } })
  const ended = await world.stripe.subscriptions.list({ customer, status: 'all' })
  expect(ended.data).toMatchObject([{ id: subscription, status: 'canceled' }])
  expect((await world.stripe.subscriptions.list({ customer })).data).toEqual([])
})

test('a repeated idempotency key gets the first answer, and is refused with another body', async () => {
  await using world = await startStandIn()
  const options = { idempotencyKey: 'one' }

  const first = await world.stripe.customers.create({ name: 'Shop' }, options)
  const second = await world.stripe.customers.create({ name: 'Shop' }, options)
  const other = await world.stripe.customers.create({ name: 'Another' }, options).catch((error: unknown) => error)

  expect(second.id).toBe(first.id)
  expect(world.standIn.account.customers.size).toBe(1)
  expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
})

test('lists come in pages, newest first', async () => {
  await using world = await startStandIn()
  const { customer, subscription } = await subscribe(world.stripe)
  for (let month = 1; month <= 3; month += 1) world.standIn.account.endPeriod(subscription)

  const first = await world.stripe.invoices.list({ customer, limit: 3 })
  const rest = await world.stripe.invoices.list({ customer, limit: 3, starting_after: first.data.at(-1)?.id ?? '' })

  expect([first.has_more, rest.has_more]).toEqual([true, false])
  expect([...first.data, ...rest.data].map(({ number }) => number)).toEqual([
    'TEST-0004',
    'TEST-0003',
    'TEST-0002',
    'TEST-0001',
  ])
})

test('events are signed as the library verifies them, with the secret of the receiver and in its time', async () => {
  await using world = await startStandIn()
  await subscribe(world.stripe)
  const [event] = world.standIn.account.events
  if (!event) throw new Error('there is an event')
  const verify = (delivery?: { secret?: string; ageSeconds?: number }) => {
    const { headers, body } = world.standIn.signed(event, delivery)
    return Stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', world.standIn.webhookSecret)
  }

  expect(verify().id).toBe(event.id)
  expect(() => verify({ secret: 'whsec_other' })).toThrow(Stripe.errors.StripeSignatureVerificationError)
  expect(() => verify({ ageSeconds: 3600 })).toThrow(Stripe.errors.StripeSignatureVerificationError)
})

test('a wrong key, a cut connection and an error of the API fail as they do at Stripe', async () => {
  await using world = await startStandIn()
  const { hostname: host, port } = new URL(world.standIn.url)
  const stranger = new Stripe('sk_test_other', { host, port, protocol: 'http', telemetry: false })
  const failing = () => world.stripe.customers.create({ name: 'Shop' }).catch((error: unknown) => error)

  expect(await stranger.customers.create({}).catch((error: unknown) => error)).toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  )
  world.standIn.failWith({ status: 500, type: 'api_error', message: 'Something went wrong' })
  expect(await failing()).toBeInstanceOf(Stripe.errors.StripeAPIError)
  world.standIn.failWith('cut')
  expect(await failing()).toBeInstanceOf(Stripe.errors.StripeConnectionError)
})
