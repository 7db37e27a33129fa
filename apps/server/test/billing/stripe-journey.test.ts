import { setPlan } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { type Customer, sharedStripeWorld } from '../support/stripe-world.ts'

const shared = sharedStripeWorld()

async function auditOf({ serviceId }: Customer): Promise<string[]> {
  const entries = await shared()
    .world.deps.db.collection('auditLog')
    // Entries of one transaction may have the same millisecond, and their ids any order.
    .find({ serviceId, action: /^service\./ }, { hint: { $natural: 1 } })
    .toArray()
  return entries.map(({ actor, action, note }) => `${actor.kind} ${action} ${note}`)
}

test('a service goes from free to a paid plan, to another one, is cancelled, and is free again when its period ends', async () => {
  const { standIn, deliverAll } = shared()
  const owner = await shared().newCustomer()
  expect(await owner.billing()).toMatchObject({ plan: 'free', status: 'active', cancelsAtEnd: false })

  const subscription = await owner.pay('pro')
  expect(await owner.billing()).toMatchObject({ plan: 'free' })
  await deliverAll()
  const paid = await owner.billing()
  expect(paid).toMatchObject({ plan: 'pro', status: 'active', cancelsAtEnd: false })
  const item = standIn.account.subscriptions.get(subscription)?.items.data[0]
  expect(Date.parse(paid.period.start)).toBe((item?.current_period_start ?? 0) * 1000)
  expect(Date.parse(paid.period.end)).toBe((item?.current_period_end ?? 0) * 1000)

  const changed = await owner.choose('scale')
  expect(changed.body.data).toMatchObject({ provider: 'stripe', plan: 'scale', status: 'active' })

  const cancelled = await owner.choose('free')
  expect(cancelled.body.data).toMatchObject({ plan: 'scale', status: 'active', cancelsAtEnd: true })

  standIn.account.endPeriod(subscription)
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'free', status: 'cancelled', cancelsAtEnd: false })
  expect(await auditOf(owner)).toEqual([
    'user service.checkout_started pro',
    'system service.plan_changed free → pro',
    'system service.subscription_changed active',
    'system service.plan_changed pro → scale',
    'user service.plan_ordered scale',
    'system service.subscription_changed ends with its period',
    'user service.plan_ordered free',
    'system service.plan_changed scale → free',
    'system service.subscription_changed cancelled',
  ])

  await owner.pay('pro')
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'pro', status: 'active' })
})

test('a cancelled subscription goes on when a plan is chosen before it ends', async () => {
  const { standIn, deliverAll } = shared()
  const owner = await shared().newCustomer()
  const subscription = await owner.pay('pro')
  await deliverAll()
  await owner.choose('free')

  const resumed = await owner.choose('pro')

  expect(resumed.body.data).toMatchObject({ plan: 'pro', cancelsAtEnd: false })
  standIn.account.endPeriod(subscription)
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'pro', status: 'active' })
})

test('a payment that fails makes the subscription past due with the same plan, and paying ends that', async () => {
  const { standIn, deliverAll } = shared()
  const owner = await shared().newCustomer()
  const subscription = await owner.pay('pro')

  standIn.account.endPeriod(subscription, 'fails')
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'pro', status: 'past_due' })

  standIn.account.payInvoices(subscription)
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'pro', status: 'active' })
})

test.each(['unpaid', 'paused'] as const)(
  'a subscription that is %s gives no plan, and is still there to be paid or cancelled',
  async (status) => {
    const { standIn, deliverAll } = shared()
    const owner = await shared().newCustomer()
    const subscription = await owner.pay('pro')
    standIn.account.endPeriod(subscription, 'fails')
    standIn.account.putStatus(subscription, status)
    await deliverAll()

    expect(await owner.billing()).toMatchObject({ plan: 'free', status: 'past_due' })
    expect(await owner.checkout('pro')).toMatchError(409, 'CONFLICT', 'subscription_exists')

    standIn.account.payInvoices(subscription)
    await deliverAll()
    expect(await owner.billing()).toMatchObject({ plan: 'pro', status: 'active' })
  },
)

test('a trial gives the plan, and a subscription whose first payment has not come gives none', async () => {
  const { standIn, deliverAll } = shared()
  const owner = await shared().newCustomer()
  await owner.checkout('pro')
  const [customer] = [...standIn.account.customers.values()].slice(-1)
  const first = standIn.account.startSubscription(customer?.id ?? '', 'price_pro')
  standIn.account.putStatus(first.id, 'incomplete')
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'free', status: 'active' })

  standIn.account.putStatus(first.id, 'trialing')
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'pro', status: 'active' })
})

test('of several subscriptions of one service the newest that is paid for counts, until none is left', async () => {
  const { standIn, deliverAll } = shared()
  const owner = await shared().newCustomer()
  const older = await owner.pay('pro')
  const { customer = '' } = standIn.account.subscriptions.get(older) ?? {}
  const newer = standIn.account.startSubscription(customer, 'price_scale').id
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'scale', status: 'active' })

  standIn.account.putStatus(newer, 'unpaid')
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'pro', status: 'active' })

  standIn.account.cancelSubscription(older)
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'free', status: 'past_due' })
  expect(await owner.remove()).toMatchError(409, 'CONFLICT', 'subscription_active')

  standIn.account.cancelSubscription(newer)
  await deliverAll()
  expect(await owner.billing()).toMatchObject({ plan: 'free', status: 'cancelled' })
})

test('a subscription that is cancelled at once on the provider’s page is over at once', async () => {
  const { standIn, deliverAll } = shared()
  const owner = await shared().newCustomer()
  const subscription = await owner.pay('scale')
  await deliverAll()

  standIn.account.cancelSubscription(subscription)
  await deliverAll()

  expect(await owner.billing()).toMatchObject({ plan: 'free', status: 'cancelled' })
})

test('a plan that the operator gives to a service without a subscription outlasts late events of an earlier one', async () => {
  const { standIn, deliverAll, receiver, world } = shared()
  const owner = await shared().newCustomer()
  await deliverAll()
  const already = standIn.account.events.length
  standIn.account.cancelSubscription(await owner.pay('pro'))
  const [late, ...rest] = standIn.account.events.slice(already)
  for (const event of rest) expect(await standIn.deliver(event, receiver)).toBe(200)
  const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const
  await setPlan(world.deps, operator, { serviceId: owner.serviceId, planId: 'scale' })

  if (!late) throw new Error('there are events')
  expect(await standIn.deliver(late, receiver)).toBe(200)

  expect(await owner.billing()).toMatchObject({ plan: 'scale', status: 'cancelled' })
})

test('a service is deleted only when its subscription is over, and late events of it change nothing', async () => {
  const { standIn, deliverAll } = shared()
  const owner = await shared().newCustomer()
  const subscription = await owner.pay('pro')
  await deliverAll()
  const paid = await owner.remove()
  await owner.choose('free')
  const cancelled = await owner.remove()
  standIn.account.endPeriod(subscription)
  await deliverAll()

  const ended = await owner.remove()

  for (const answer of [paid, cancelled]) expect(answer).toMatchError(409, 'CONFLICT', 'subscription_active')
  expect(ended.status).toBe(204)
  standIn.account.startSubscription(standIn.account.subscriptions.get(subscription)?.customer ?? '', 'price_pro')
  await deliverAll()
})
