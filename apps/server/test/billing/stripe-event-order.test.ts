import type { StripeEvent } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { type Customer, sharedStripeWorld } from '../support/stripe-world.ts'

const shared = sharedStripeWorld()

/** A subscription with much behind it: two plans, a failed payment, its end, and another one after it. */
async function eventful(owner: Customer): Promise<StripeEvent[]> {
  const { account } = shared().standIn
  const already = account.events.length
  const first = await owner.pay('pro')
  account.changeSubscription(first, { price: 'price_scale' })
  account.endPeriod(first, 'fails')
  account.payInvoices(first)
  account.changeSubscription(first, { cancelAtPeriodEnd: true })
  account.endPeriod(first)
  const second = await owner.pay('pro')
  account.changeSubscription(second, { cancelAtPeriodEnd: true })
  return account.events.slice(already)
}

const latest = { plan: 'pro', status: 'active', cancelsAtEnd: true }

/** The same numbers in each run (mulberry32), so that a failure can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Some of the events twice, in any order. */
function disorder(events: readonly StripeEvent[], random: () => number): StripeEvent[] {
  const doubled = events.flatMap((event) => Array.from({ length: 1 + Math.floor(random() * 2) }, () => event))
  return doubled
    .map((event) => ({ event, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event)
}

test.each([1, 2, 3, 4])(
  'in whatever order events come, and however often, the state is the newest: order %i',
  async (seed) => {
    const { standIn, receiver } = shared()
    const random = randomNumbers(seed)
    const owner = await shared().newCustomer()
    const events = disorder(await eventful(owner), random)

    // A few at a time, as Stripe sends them.
    for (let at = 0; at < events.length; at += 4) {
      const together = events.slice(at, at + 4).map((event) => standIn.deliver(event, receiver))
      expect(new Set(await Promise.all(together))).toEqual(new Set([200]))
    }

    expect(await owner.billing()).toMatchObject(latest)
  },
)

test('what was read before a change never replaces what was read after it', async () => {
  const { standIn, receiver } = shared()
  const owner = await shared().newCustomer()
  const subscription = await owner.pay('pro')
  const created = standIn.account.events.find(({ data }) => data.object.id === subscription)
  const isRead = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  standIn.beforeAnswer(async () => {
    standIn.beforeAnswer(() => {})
    isRead.resolve()
    await mayAnswer.promise
  })
  if (!created) throw new Error('there is an event')

  const late = standIn.deliver(created, receiver)
  await isRead.promise
  standIn.account.changeSubscription(subscription, { price: 'price_scale' })
  const updated = standIn.account.events.at(-1)
  expect(updated && (await standIn.deliver(updated, receiver))).toBe(200)
  mayAnswer.resolve()

  expect(await late).toBe(200)
  expect(await owner.billing()).toMatchObject({ plan: 'scale' })
})

test('an event that was handled is not looked into again, and one that failed is', async () => {
  const { standIn, receiver } = shared()
  const owner = await shared().newCustomer()
  const subscription = await owner.pay('pro')
  const created = standIn.account.events.find(({ data }) => data.object.id === subscription)
  if (!created) throw new Error('there is an event')
  const deliver = () => standIn.deliver(created, receiver)

  standIn.failWith({ status: 500, type: 'api_error', message: 'away' })
  expect(await deliver()).toBe(503)
  expect(await owner.billing()).toMatchObject({ plan: 'free' })
  standIn.failWith(null)
  expect(await deliver()).toBe(200)
  expect(await owner.billing()).toMatchObject({ plan: 'pro' })

  const calls = standIn.calls.length
  expect(await deliver()).toBe(200)
  expect(standIn.calls).toHaveLength(calls)
})
