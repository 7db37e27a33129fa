import { planCatalogue } from '@inlet/core'
import { expect, test } from 'vitest'
import { type ReadSubscription, stateOf } from './subscription-of.ts'

const [free, pro] = planCatalogue({ provider: 'stripe' })?.all ?? []
if (!free || !pro) throw new Error('there are plans')
const plans = { all: [free, { ...pro, stripePriceId: 'price_pro' }], defaultPlan: free }
const day = 86_400

type Status = ReadSubscription['status']

const subscription = (id: string, status: Status, more: Partial<ReadSubscription> = {}): ReadSubscription => ({
  id,
  status,
  cancel_at_period_end: false,
  cancel_at: null,
  items: { data: [item('si_1', 'price_pro')] },
  ...more,
})
const item = (id: string, price: string) => ({
  id,
  price: { id: price },
  current_period_start: 100 * day,
  current_period_end: 130 * day,
})
const chosenOf = (...subscriptions: ReadSubscription[]) => stateOf(subscriptions, plans).subscription

test.each([
  ['active', 'active', 'pro'],
  ['trialing', 'active', 'pro'],
  ['past_due', 'past_due', 'pro'],
  ['unpaid', 'past_due', 'free'],
  ['paused', 'past_due', 'free'],
  ['canceled', 'cancelled', 'free'],
] as const)('a subscription that is %s at Stripe is %s here and gives the plan %s', (status, shown, planId) => {
  const found = chosenOf(subscription('sub_1', status))

  expect(found).toMatchObject({ id: 'sub_1', itemId: 'si_1', status: shown, cancelsAtEnd: false, plan: { id: planId } })
  expect(found?.period).toEqual({ start: new Date('1970-04-11'), end: new Date('1970-05-11') })
})

test.each(['incomplete', 'incomplete_expired'] as const)(
  'one that is %s counts for nothing, alone and beside others',
  (status) => {
    expect(stateOf([subscription('sub_1', status)], plans)).toEqual({ subscription: null, hasSeveral: false })
    const beside = stateOf([subscription('sub_2', status), subscription('sub_1', 'canceled')], plans)
    expect(beside).toMatchObject({ subscription: { id: 'sub_1', status: 'cancelled' }, hasSeveral: false })
  },
)

test.each<{ which: string; statuses: Status[]; id: string | null; hasSeveral: boolean }>([
  { which: 'of none, none', statuses: [], id: null, hasSeveral: false },
  { which: 'of two that are paid for, the newest', statuses: ['active', 'past_due'], id: 'sub_0', hasSeveral: true },
  {
    which: 'one that is paid for, before newer ones that are not,',
    statuses: ['unpaid', 'paused', 'trialing'],
    id: 'sub_2',
    hasSeveral: true,
  },
  {
    which: 'one that nobody pays, before a newer one that is over,',
    statuses: ['canceled', 'paused'],
    id: 'sub_1',
    hasSeveral: false,
  },
  { which: 'of those that are over, the last', statuses: ['canceled', 'canceled'], id: 'sub_0', hasSeveral: false },
])('$which counts', ({ statuses, id, hasSeveral }) => {
  const state = stateOf(
    statuses.map((status, at) => subscription(`sub_${at}`, status)),
    plans,
  )

  expect(state.subscription?.id ?? null).toBe(id)
  expect(state.hasSeveral).toBe(hasSeveral)
})

test('it ends with its period where Stripe says so in either way, and not once it is over', () => {
  expect(chosenOf(subscription('sub_1', 'active', { cancel_at_period_end: true }))?.cancelsAtEnd).toBe(true)
  expect(chosenOf(subscription('sub_1', 'active', { cancel_at: 130 * day }))?.cancelsAtEnd).toBe(true)
  expect(chosenOf(subscription('sub_1', 'canceled', { cancel_at: 130 * day }))?.cancelsAtEnd).toBe(false)
})

test('the item with the price of a plan counts; a price of no plan gives no plan, and one without items nothing', () => {
  const withItems = (...data: ReadSubscription['items']['data']) => subscription('sub_1', 'active', { items: { data } })

  expect(chosenOf(withItems(item('si_extra', 'price_extra'), item('si_plan', 'price_pro')))).toMatchObject({
    itemId: 'si_plan',
    plan: { id: 'pro' },
  })
  expect(chosenOf(withItems(item('si_extra', 'price_extra')))).toMatchObject({ itemId: 'si_extra', plan: null })
  expect(chosenOf(withItems())).toBeNull()
})
