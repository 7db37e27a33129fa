import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { createAddress } from '../addresses/create-address.ts'
import { insertMissingAddresses } from '../addresses/insert-missing-addresses.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { isFullOfMessages } from '../billing/message-quota.ts'
import { dayOf } from '../billing/read-usage.ts'
import type { UsageDayDoc } from '../billing/usage-day-model.ts'
import type { Deps } from '../deps.ts'
import { createDomain } from '../domain-owners/create-domain.ts'
import { insertDomain } from '../domains/store-domain.ts'
import { inviteMember } from '../people/invite-member.ts'
import { createWebhook } from '../webhooks/manage-webhooks.ts'
import { webhookTargets } from '../webhooks/webhook-targets.ts'
import { setPlan } from '../whole-service/give-plan.ts'
import { unlimitedPlans } from './plan-catalogue.ts'

const over = { code: 'PAYMENT_REQUIRED', facts: { details: [{ code: 'quota_exceeded' }] } }
const { defaultPlan } = unlimitedPlans

/** The dependencies with a plan that has room for three of everything, which the service gets. */
async function limitedTo3(world: CoreWorld): Promise<Deps> {
  const limits = { domains: 3, addresses: 3, messagesPerMonth: 3, webhooks: 3, members: 3, retentionDays: 3 }
  const three = { ...defaultPlan, id: 'three', limits }
  const deps = { ...world.deps, plans: { all: [three], defaultPlan: three } }
  await setPlan(deps, world.operator, { serviceId: world.serviceId, planId: 'three' })
  return deps
}

type Make = (deps: Deps, world: CoreWorld, index: number) => Promise<unknown>

/** How one more is made, and how many there are at first. */
const makers: Record<string, { make: Make; present: number }> = {
  domains: {
    present: 1,
    make: (deps, { operator, serviceId: id }, index) =>
      createDomain(deps, operator, { id, hostname: `d${index}.example`, mxHost: 'mx.example' }),
  },
  webhooks: {
    present: 0,
    make: (deps, { operator, serviceId: id }) =>
      createWebhook(deps, operator, {
        id,
        url: 'https://hooks.example.com/',
        events: ['message.received'],
        filterOtpOnly: false,
        targets: webhookTargets([]),
      }),
  },
  members: {
    present: 0,
    make: (deps, { operator, serviceId: id }, index) =>
      inviteMember(deps, operator, { id, email: `m${index}@people.example`, role: 'viewer' }),
  },
  addresses: {
    present: 0,
    make: (deps, { operator, serviceId: id, domain }, index) =>
      createAddress(deps, operator, { id, domainId: domain.id, localPart: `a${index}` }),
  },
}

test.each(Object.entries(makers))(
  'of simultaneous new %s exactly as many are made as the plan has room for',
  async (name, { make, present }) => {
    await using world = await startCoreWorld()
    const deps = await limitedTo3(world)

    const made = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => make(deps, world, index)))

    const refused = made.filter((each) => each.status === 'rejected')
    expect(made.length - refused.length).toBe(3 - present)
    for (const { reason } of refused) expect(reason).toMatchObject(over)
    expect(await deps.db.collection(name).countDocuments({ serviceId: world.serviceId })).toBe(3)
  },
)

test('of the addresses that first mails make, those beyond half of the plan are deferred, whatever comes at the same time', async () => {
  await using world = await startCoreWorld()
  const deps = await limitedTo3(world)
  await insertDomain(deps, {
    serviceId: world.serviceId,
    hostname: 'open.example',
    state: 'verified',
    publicInbox: true,
  })
  const resolve = recipientResolver(deps)
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'postmaster']
  const recipients = await Promise.all(names.map((name) => resolve(`${name}@open.example`)))

  const results = await Promise.all([
    insertMissingAddresses(deps, recipients.slice(0, 4)),
    insertMissingAddresses(deps, recipients.slice(4)),
  ])

  const ids = results.flatMap((each) => [...each.ids.keys()])
  const deferred = results.flatMap((each) => [...each.deferred])
  expect(ids).toContain('postmaster@open.example')
  expect([...ids, ...deferred].sort()).toEqual(names.map((name) => `${name}@open.example`).sort())
  expect([1, 2]).toContain(ids.length)
  expect(await deps.db.collection('addresses').countDocuments()).toBe(ids.length)
})

test('messages are counted in the period that the subscription pays, and without one in the month', async () => {
  await using world = await startCoreWorld()
  const { serviceId } = world
  const now = new Date('2026-06-15T12:00:00Z')
  const deps = { ...(await limitedTo3(world)), clock: { now: () => now } }
  const daysFromNow = (days: number) => new Date(now.getTime() + days * dayMs)
  const day = dayOf(daysFromNow(-1))
  const usage = deps.db.collection<UsageDayDoc>('usageDaily')
  await usage.insertOne({ _id: `${serviceId}/${day}`, serviceId, day, messagesReceived: 3 })
  const paid = { id: 'sub', status: 'active' as const, cancelsAtEnd: false }
  const isFull = (start: Date, end: Date, status: 'active' | 'cancelled' = 'active') => {
    const payment = {
      customerId: 'cus',
      checkoutId: null,
      revision: 1,
      subscription: { ...paid, status, period: { start, end } },
    }
    return isFullOfMessages(deps, { _id: serviceId, plan: 'three', payment })
  }

  expect(await isFull(daysFromNow(-2), daysFromNow(28))).toBe(true)
  expect(await isFull(now, daysFromNow(30))).toBe(false)
  // Yesterday was in this month.
  expect(await isFull(now, daysFromNow(30), 'cancelled')).toBe(true)
  expect(await isFullOfMessages(deps, { _id: serviceId, plan: 'three' })).toBe(true)
})
