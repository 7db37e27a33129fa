import { unlimitedPlans } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startWorld } from '../support/world.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('a new service has the default plan, and its billing says what it uses, without limits by default', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { token } = await person(world)
  const made = await world.call('/v1/services', { method: 'POST', token, body: { name: 'Shop' } })

  const { id, plan } = made.body.data
  const billing = await world.call(`/v1/services/${id}/billing`, { token })
  const plans = await world.call('/v1/billing/plans', { token })

  expect(plan).toBe('unlimited')
  expect(billing.body.data).toMatchObject({
    provider: 'none',
    plan: 'unlimited',
    status: 'active',
    cancelsAtEnd: false,
    usage: { domains: { used: 0, limit: null }, members: { used: 1, limit: null } },
    overQuota: [],
  })
  const now = world.clock.now()
  expect(billing.body.data.period).toEqual({
    start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString(),
    end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString(),
  })
  expect(plans.body.data).toEqual(unlimitedPlans.all.map(({ stripePriceId: _, ...each }) => each))
})

test('a smaller plan takes nothing away: what is beyond it is named', async () => {
  const world = await newWorld()
  const { deps, tenant } = world
  const { token } = await person(world, { role: 'viewer' })
  await deps.db.collection<{ _id: string }>('services').updateOne({ _id: tenant.serviceId }, { $set: { plan: 'free' } })

  const { data } = (await world.call(`/v1/services/${tenant.serviceId}/billing`, { token })).body

  expect(data).toMatchObject({ plan: 'free', usage: { domains: { used: 2, limit: 1 } }, overQuota: ['domains'] })
  expect((await world.call(`/v1/services/${tenant.serviceId}`, { token })).body.data.retentionDays).toBe(3)
})

test('where nobody pays, an owner is refused a plan, since the operator gives them', async () => {
  const world = await newWorld()
  const { token } = await person(world, { role: 'owner' })
  const path = `/v1/services/${world.tenant.serviceId}/billing`
  const ask = (method: string, tail: string, body: unknown) => world.call(`${path}${tail}`, { method, token, body })

  for (const answer of [
    await ask('POST', '/checkout', { planId: 'pro' }),
    await ask('POST', '/portal', {}),
    await ask('PUT', '/plan', { planId: 'pro' }),
  ]) {
    expect(answer).toMatchError(409, 'CONFLICT', 'billing_disabled')
  }
  expect((await world.call(`${path}/invoices`, { token })).body).toEqual({
    data: [],
    meta: { cursor: '', hasMore: false },
  })
  const log = await world.deps.db
    .collection('auditLog')
    .find({ serviceId: world.tenant.serviceId, 'actor.kind': 'user' })
    .toArray()
  expect(log.map(({ action }) => action)).not.toContain('service.checkout_started')
})
