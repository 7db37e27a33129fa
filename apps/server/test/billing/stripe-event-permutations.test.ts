import { stripeClient, stripeProvider } from '@inlet/billing'
import { insertService, readPayment, rememberCustomer } from '@inlet/core'
import { createLog, createMetrics } from '@inlet/runtime'
import type { StripeEvent, StripeStandIn } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sharedStripeWorld } from '../support/stripe-world.ts'

const shared = sharedStripeWorld()
/** Lives that go on at the same time, each of a service of its own. */
const together = 12

/** What happens in the life of a subscription after its begin: how it is made, and the event that is delivered of it. */
const changes: { type: string; make: (account: StripeStandIn['account'], subscription: string) => void }[] = [
  {
    type: 'customer.subscription.updated',
    make: (account, id) => account.changeSubscription(id, { price: 'price_scale' }),
  },
  { type: 'invoice.payment_failed', make: (account, id) => account.endPeriod(id, 'fails') },
  { type: 'invoice.paid', make: (account, id) => account.payInvoices(id) },
  { type: 'customer.subscription.deleted', make: (account, id) => account.cancelSubscription(id) },
]

/** Every order of these. */
function permutations<T>(values: readonly T[]): T[][] {
  if (values.length < 2) return [[...values]]
  return values.flatMap((value, at) => permutations(values.toSpliced(at, 1)).map((rest) => [value, ...rest]))
}

/** Handles events as the endpoint does, without HTTP before it. */
function receiver(): (event: StripeEvent) => Promise<void> {
  const { world, standIn } = shared()
  const { secretKey, webhookSecret, url } = standIn
  const { receiveEvent } = stripeProvider({
    deps: world.deps,
    log: createLog('silent', { write() {} }),
    metrics: createMetrics().billing,
    stripe: stripeClient({ secretKey, apiUrl: url }),
    webhookSecret,
    billingUrl: () => 'https://inlet.example',
  })
  return async (event) => {
    const { headers, body } = standIn.signed(event)
    await receiveEvent({ body: Buffer.from(body), signature: headers['stripe-signature'] ?? '' })
  }
}

/** Lives through one subscription; each event comes twice, in the given order, as soon as it has happened. @returns the state at the end */
async function live(order: readonly number[], receive: (event: StripeEvent) => Promise<void>) {
  const { world, standIn } = shared()
  const { account } = standIn
  const { _id: serviceId } = await insertService(world.deps, { name: 'Shop' })
  const customer = account.createCustomer({ name: 'Shop', email: null, metadata: {} })
  await rememberCustomer(world.deps, serviceId, customer.id)
  const happened: StripeEvent[] = []
  const note = (type: string, make: () => void) => {
    const already = account.events.length
    make()
    happened.push(...account.events.slice(already).filter((event) => event.type === type))
  }
  let sent = 0
  const sendWhatHappened = async () => {
    for (let event = happened[order[sent] ?? -1]; event; event = happened[order[sent] ?? -1]) {
      await receive(event)
      await receive(event)
      sent += 1
    }
  }
  let id = ''
  note('customer.subscription.created', () => {
    id = account.startSubscription(customer.id, 'price_pro').id
  })
  for (const { type, make } of changes) {
    await sendWhatHappened()
    note(type, () => make(account, id))
  }
  await sendWhatHappened()
  const { subscription } = (await readPayment(world.deps, serviceId)) ?? {}
  const service = await world.deps.db.collection<{ _id: string; plan: string }>('services').findOne({ _id: serviceId })
  const { status, cancelsAtEnd, period } = subscription ?? {}
  return { sent, isLast: subscription?.id === id, plan: service?.plan, status, cancelsAtEnd, days: daysOf(period) }
}

const daysOf = (period?: { start: Date; end: Date }) =>
  period && Math.round((period.end.getTime() - period.start.getTime()) / 86_400_000)

test('the five events of a subscription, in each of their 120 orders and each twice, end in the state of their own order', async () => {
  const receive = receiver()
  const orders = permutations([0, ...changes.keys()].map((_, at) => at))
  const expected = await live([0, 1, 2, 3, 4], receive)
  expect(expected).toMatchObject({ sent: 5, isLast: true, plan: 'free', status: 'cancelled', cancelsAtEnd: false })

  while (orders.length > 0) {
    const some = orders.splice(0, together)
    const states = await Promise.all(some.map(async (order) => ({ order, ...(await live(order, receive)) })))
    expect(states).toEqual(some.map((order) => ({ order, ...expected })))
  }
})
