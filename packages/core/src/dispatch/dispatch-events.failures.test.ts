import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { dispatchOnce } from '../../test/dispatch-once.ts'
import { storedWebhook } from '../../test/stored-webhook.ts'
import type { DeliveryDoc } from '../webhooks/delivery-model.ts'
import { areEventsHeld, findDispatchable } from './dispatch-events.ts'

const eventsOf = ({ deps }: CoreWorld) => deps.db.collection<{ _id: string }>('events')

/** Stores some webhooks of a service and deletions of messages, whose events are to be dispatched. */
async function storeWork(
  world: CoreWorld,
  serviceId: string,
  { webhooks, events }: Record<'webhooks' | 'events', number>,
): Promise<void> {
  const { deps } = world
  for (let count = 0; count < webhooks; count += 1) {
    await storedWebhook(world, { serviceId, events: ['message.deleted'] })
  }
  const rows = Array.from({ length: events }, () => {
    const _id = deps.newId()
    const of = { serviceId, isLive: true, createdAt: deps.clock.now(), isPending: true }
    return { ...of, _id, type: 'message.deleted', data: { id: _id, serviceId } }
  })
  await eventsOf(world).insertMany(rows)
}

const pendingOf = (world: CoreWorld, serviceId: string) =>
  eventsOf(world).countDocuments({ isPending: true, serviceId })

const deliveriesOf = ({ deps }: CoreWorld, serviceId: string) =>
  deps.db.collection<DeliveryDoc>('deliveries').countDocuments({ serviceId })

/** How many deliveries are counted in the minute of a service. */
async function countedOf({ deps }: CoreWorld, serviceId: string): Promise<number | undefined> {
  const windows = deps.db.collection<{ _id: string; count: number }>('rateWindows')
  // What `w: 1` has written is not yet there for a majority.
  const local = { readConcern: { level: 'local' } } as const
  return (await windows.findOne({ _id: `deliveries:${serviceId}` }, local))?.count
}

/** The database refuses all other documents. */
const accept = ({ deps }: CoreWorld, collection: string, validator: object) =>
  deps.db.command({ collMod: collection, validator })

test('deliveries that could not be written are not counted: the service is not held, and goes on in the same minute', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const perMinute = 10
  await storeWork(world, serviceId, { webhooks: 4, events: 3 })
  await accept(world, 'deliveries', { refused: true })

  for (let attempt = 0; attempt < 3; attempt += 1) await expect(dispatchOnce(deps, { perMinute })).rejects.toThrow()

  expect(await countedOf(world, serviceId)).toBe(0)
  expect(await areEventsHeld(deps, serviceId, perMinute)).toBe(false)
  await accept(world, 'deliveries', {})
  expect(await dispatchOnce(deps, { perMinute })).toMatchObject({ count: 2 })
  expect(await deliveriesOf(world, serviceId)).toBe(8)
})

test('where some deliveries of an event are refused, those that were written are counted, once', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  await storeWork(world, serviceId, { webhooks: 4, events: 1 })
  const [webhook] = await deps.db.collection<{ _id: string }>('webhooks').find().toArray()
  await accept(world, 'deliveries', { webhookId: { $ne: webhook?._id } })

  for (let attempt = 0; attempt < 3; attempt += 1) await expect(dispatchOnce(deps)).rejects.toThrow()

  expect(await deliveriesOf(world, serviceId)).toBe(3)
  expect(await countedOf(world, serviceId)).toBeLessThanOrEqual(3)
  expect(await pendingOf(world, serviceId)).toBe(1)
})

test('deliveries that another dispatch made are not counted again', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  await storeWork(world, serviceId, { webhooks: 4, events: 2 })
  await dispatchOnce(deps)

  await eventsOf(world).updateMany({}, { $set: { isPending: true } })
  expect(await dispatchOnce(deps)).toMatchObject({ count: 2 })

  expect(await countedOf(world, serviceId)).toBeLessThanOrEqual(8)
  expect(await pendingOf(world, serviceId)).toBe(0)
})

test('a service whose deliveries are refused stops no other one', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  await storeWork(world, 'broken', { webhooks: 2, events: 2 })
  await storeWork(world, serviceId, { webhooks: 2, events: 3 })
  await accept(world, 'deliveries', { serviceId: { $ne: 'broken' } })

  const step = await dispatchOnce(deps, { claims: () => true })

  expect(step.count).toBe(3)
  expect(step.made).toEqual(new Map([[serviceId, 6]]))
  expect([...step.failed.keys()]).toEqual(['broken'])
  expect(step.claimed.map(({ delivery }) => delivery.serviceId)).toEqual(Array.from({ length: 6 }, () => serviceId))
  expect(await countedOf(world, 'broken')).toBe(0)
  expect([await pendingOf(world, 'broken'), await pendingOf(world, serviceId)]).toEqual([2, 0])
})

test('a service whose events cannot be read stops no other one', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  await storeWork(world, 'broken', { webhooks: 1, events: 1 })
  await accept(world, 'events', {})
  await eventsOf(world).updateMany({}, { $set: { createdAt: null } })
  await storeWork(world, serviceId, { webhooks: 1, events: 3 })

  const step = await dispatchOnce(deps)

  expect(step.count).toBe(3)
  expect(step.made).toEqual(new Map([[serviceId, 3]]))
  expect([...step.failed.keys()]).toEqual(['broken'])
  expect((await findDispatchable(deps, 100)).serviceIds).toEqual(['broken'])
})

test('a service whose events cannot be marked stops no other one', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  await storeWork(world, 'broken', { webhooks: 1, events: 1 })
  await storeWork(world, serviceId, { webhooks: 1, events: 3 })
  await accept(world, 'events', { serviceId: { $ne: 'broken' } })

  const step = await dispatchOnce(deps)

  expect([...step.failed.keys()]).toEqual(['broken'])
  expect([await pendingOf(world, 'broken'), await pendingOf(world, serviceId)]).toEqual([1, 0])
  expect([await deliveriesOf(world, 'broken'), await deliveriesOf(world, serviceId)]).toEqual([1, 3])
})
