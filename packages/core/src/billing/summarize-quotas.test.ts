import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import type { Deps } from '../deps.ts'
import { unlimitedPlans } from '../plans/plan-catalogue.ts'
import type { ServiceDoc } from '../services/service-model.ts'
import { dayOf } from './read-usage.ts'
import { summarizeQuotas } from './summarize-quotas.ts'
import type { UsageDayDoc } from './usage-day-model.ts'

const { defaultPlan } = unlimitedPlans
const planOf = (id: string, messagesPerMonth: number | null) => ({
  ...defaultPlan,
  id,
  limits: { ...defaultPlan.limits, messagesPerMonth },
})
const [ten, none, open] = [planOf('ten', 10), planOf('none', 0), planOf('open', null)]
const now = new Date('2026-06-15T12:00:00Z')
const daysFromNow = (days: number) => new Date(now.getTime() + days * dayMs)

/** Stores a service that has received this many messages a number of days ago. */
async function serviceWith(
  deps: Deps,
  messages: number,
  { daysAgo = 1, ...more }: Partial<ServiceDoc> & { daysAgo?: number } = {},
): Promise<string> {
  const serviceId = deps.newId()
  await deps.db
    .collection<ServiceDoc>('services')
    .insertOne({ _id: serviceId, name: 'Acme', retentionDays: 7, createdAt: now, plan: 'ten', ...more })
  const day = dayOf(daysFromNow(-daysAgo))
  const usage = deps.db.collection<UsageDayDoc>('usageDaily')
  await usage.insertOne({ _id: `${serviceId}/${day}`, serviceId, day, messagesReceived: messages })
  return serviceId
}

test('services are counted that have received 80 % and all of their messages, each in its own period', async () => {
  await using world = await startCoreWorld()
  const deps: Deps = { ...world.deps, clock: { now: () => now }, plans: { all: [open, ten, none], defaultPlan: open } }
  const payment = (start: Date) => ({
    customerId: `cus_${start.getTime()}`,
    checkoutId: null,
    revision: 1,
    subscription: {
      id: 'sub',
      status: 'active' as const,
      cancelsAtEnd: false,
      period: { start, end: daysFromNow(20) },
    },
  })
  for (const messages of [0, 7, 8, 9]) await serviceWith(deps, messages)
  const full = [await serviceWith(deps, 10), await serviceWith(deps, 25), await serviceWith(deps, 0, { plan: 'none' })]
  await serviceWith(deps, 99, { plan: 'open' })
  await serviceWith(deps, 99, { plan: 'gone' })
  // Last month's.
  await serviceWith(deps, 99, { daysAgo: 20 })
  // Of a period that began before the month, and of one that begins today.
  full.push(await serviceWith(deps, 99, { payment: payment(daysFromNow(-25)), daysAgo: 20 }))
  await serviceWith(deps, 99, { payment: payment(now) })

  const summary = await summarizeQuotas(deps)

  expect(summary).toMatchObject({ limited: 10, near: 2 })
  expect([...summary.full].sort()).toEqual([...full].sort())
})

test('services without a plan have the default one, and more than a page of them are counted', async () => {
  await using world = await startCoreWorld()
  const deps: Deps = { ...world.deps, clock: { now: () => now }, plans: { all: [open, ten], defaultPlan: ten } }
  const unplanned = { name: 'Acme', retentionDays: 7, createdAt: now }
  const services = Array.from({ length: 401 }, () => ({ ...unplanned, _id: deps.newId() }))
  await deps.db.collection<ServiceDoc>('services').insertMany(services)
  await serviceWith(deps, 10, { plan: 'gone' })
  await serviceWith(deps, 10, { plan: 'open' })

  // One more is that of the world, whose plan is not in this catalogue.
  expect(await summarizeQuotas(deps)).toMatchObject({ limited: 403, near: 0, full: { length: 1 } })
})
