import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { giveTightPlan, tightPlans } from '../support/tight-plan.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const givePlan = ({ deps }: World, plan: string) => deps.db.collection('services').updateMany({}, { $set: { plan } })
const entriesOf = ({ deps }: World) =>
  deps.db
    .collection('auditLog')
    .find({ action: /^service\.quota/ })
    .sort({ _id: 1 })
    .toArray()

/** A service on the plan free that has received all but one of the thousand messages of its month. */
async function startNearLimit() {
  const world = await startWorld()
  const { deps, tenant, clock } = world
  await givePlan(world, 'free')
  const day = clock.now().toISOString().slice(0, 10)
  const usage = { _id: `${tenant.serviceId}/${day}`, serviceId: tenant.serviceId, day, messagesReceived: 999 }
  await deps.db.collection<{ _id: string }>('usageDaily').insertOne(usage)
  const to = (localPart: string) => `${localPart}@${tenant.publicDomain.hostname}`
  return { world, to }
}

test('mail over the plan is deferred with 452 4.2.2, is taken once the plan is larger, and the audit log records 80 and 100 %', async () => {
  const { world, to } = await startNearLimit()
  await using _ = world

  await world.send(plainMail({ id: 'last' }), to('code'))
  await waitFor(async () => (await entriesOf(world)).length === 2)
  world.elapse(1_000)
  const refused = await world.send(plainMail({ id: 'over' }), to('code')).catch((error) => error)
  // RFC 5321 §4.5.1.
  await world.send(plainMail({ id: 'postmaster' }), to('postmaster'))
  await givePlan(world, 'pro')
  world.elapse(1_000)
  await world.send(plainMail({ id: 'over' }), to('code'))

  expect(refused).toMatchObject({ responseCode: 452, response: expect.stringMatching(/^452 4\.2\.2 /) })
  expect(await world.messagesOf(to('code'))).toHaveLength(2)
  const entries = await entriesOf(world)
  expect(entries.map(({ action, actor, serviceId }) => [action, actor.kind, serviceId])).toEqual([
    ['service.quota_near', 'system', world.tenant.serviceId],
    ['service.quota_reached', 'system', world.tenant.serviceId],
  ])
})

test('where the plan became smaller than what was received already, the audit log says that mail is deferred', async () => {
  await using world = await startWorld({ settings: tightPlans })
  const to = `code@${world.tenant.publicDomain.hostname}`
  await world.send(plainMail({ id: 'before' }), to)
  await giveTightPlan(world)
  world.elapse(1_000)

  for (const id of ['one', 'two']) {
    const refused = await world.send(plainMail({ id }), to).catch((error) => error)
    expect(refused).toMatchObject({ responseCode: 452 })
  }

  await waitFor(async () => (await entriesOf(world)).some(({ action }) => action === 'service.quota_reached'))
  expect(await entriesOf(world)).toHaveLength(2)
})

test('an address that its first mail would make is deferred where the plan has no room for it', async () => {
  await using world = await startWorld({ settings: tightPlans })
  const to = (localPart: string) => `${localPart}@${world.tenant.publicDomain.hostname}`
  await world.send(plainMail({ id: 'before' }), to('known'))
  await giveTightPlan(world)
  world.elapse(1_000)

  const refused = await world.send(plainMail({ id: 'new' }), to('new')).catch((error) => error)

  expect(refused).toMatchObject({ responseCode: 452 })
  expect(await world.deps.db.collection('addresses').countDocuments()).toBe(1)
})

test('while a transaction holds a service whose plan counts addresses, its first mails and those of others are stored', async () => {
  await using world = await startWorld()
  const { deps, tenant, stranger } = world
  await givePlan(world, 'pro')
  await using session = deps.db.client.startSession()
  session.startTransaction()
  const services = deps.db.collection<{ _id: string }>('services')
  await services.updateOne({ _id: tenant.serviceId }, { $inc: { revision: 1 } }, { session })

  for (const { publicDomain } of [tenant, stranger]) await world.send(plainMail(), `new@${publicDomain.hostname}`)

  await session.abortTransaction()
  expect(await deps.db.collection('addresses').countDocuments()).toBe(2)
})
