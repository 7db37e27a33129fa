import { paidBilling } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import type { PaymentProvider } from '../billing/billing-provider.ts'
import { changePlan, listInvoices, openBillingPortal, startCheckout } from './order-plan.ts'

const lastCursor = 'AWgpPr1zqE5sMDFKRDNRQTRDOUYxSDNKNUs3TTlOMVAzUjU'

test('an order of an owner goes to the provider with the service and the plan, and is recorded when the provider took it', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId: id } = world
  const provider = {
    ...paidBilling(),
    checkout: vi.fn<PaymentProvider['checkout']>(paidBilling().checkout),
    cancel: vi.fn(paidBilling().cancel),
  }
  const owner = world.member('owner')

  const url = await startCheckout(deps, owner, { id, planId: 'pro', provider })
  await openBillingPortal(deps, owner, { id, provider })
  await changePlan(deps, owner, { id, planId: 'free', provider })

  expect(url).toBe('https://billing.example.com/checkout')
  const service = { id, name: 'Acme' }
  const pro = expect.objectContaining({ id: 'pro' })
  const currentPlan = expect.objectContaining({ id: 'unlimited' })
  expect(provider.checkout).toHaveBeenCalledExactlyOnceWith({ service, plan: pro, currentPlan, caller: owner })
  // A plan without a price is not bought: what is paid ends.
  expect(provider.cancel).toHaveBeenCalledOnce()
  const entries = await deps.db.collection('auditLog').find().sort({ at: 1, _id: 1 }).toArray()
  expect(new Map(entries.map(({ action, note }) => [action, note]))).toEqual(
    new Map([
      ['service.checkout_started', 'pro'],
      ['service.portal_opened', null],
      ['service.plan_ordered', 'free'],
    ]),
  )
})

test('an order that the provider refuses is not recorded', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId: id } = world
  const provider = { ...paidBilling(), checkout: () => Promise.reject(new Error('away')) }

  await expect(startCheckout(deps, world.member('owner'), { id, planId: 'pro', provider })).rejects.toThrow('away')

  expect(await deps.db.collection('auditLog').countDocuments()).toBe(0)
})

test.each(['none', 'manual'] as const)(
  'where payment is %s every order is refused, and there are no invoices',
  async (kind) => {
    await using world = await startCoreWorld()
    const { deps, serviceId: id } = world
    const provider = { kind }
    const owner = world.member('owner')
    const disabled = { code: 'CONFLICT', facts: { details: [{ code: 'billing_disabled' }] } }

    await expect(startCheckout(deps, owner, { id, planId: 'absent', provider })).rejects.toMatchObject(disabled)
    await expect(openBillingPortal(deps, owner, { id, provider })).rejects.toMatchObject(disabled)
    await expect(changePlan(deps, owner, { id, planId: 'pro', provider })).rejects.toMatchObject(disabled)
    const none = { data: [], meta: { cursor: '', hasMore: false } }
    expect(await listInvoices(deps, owner, { id, limit: 50, provider })).toEqual(none)
    await expect(listInvoices(deps, owner, { id, limit: 50, cursor: lastCursor, provider })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  },
)
