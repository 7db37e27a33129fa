import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { insertService } from '../services/manage-services.ts'
import { makeCounted, servicesAtBound, takeDeliveries } from './deliveries-per-minute.ts'
import { deliveryModel } from './delivery-model.ts'
import { createWebhook } from './manage-webhooks.ts'
import { recoverWebhook, redeliver } from './requeue-deliveries.ts'
import { testWebhook } from './test-webhook.ts'
import { webhookTargets } from './webhook-targets.ts'

const event = 'message.received' as const
const since = '2020-01-01T00:00:00Z'
const used = { code: 'TOO_MANY_REQUESTS', facts: { retryAfterSeconds: expect.any(Number) } }

/** A webhook of a service, and its deliveries, which have failed. */
async function failedDeliveries({ deps, operator }: CoreWorld, serviceId: string, count: number) {
  const input = { id: serviceId, url: 'https://hooks.example.com/', events: [event], filterOtpOnly: false }
  const { id } = await createWebhook(deps, operator, { ...input, targets: webhookTargets([]) })
  for (let n = 0; n < count; n += 1) await testWebhook(deps, operator, { id, event })
  await deliveryModel.in(deps.db).updateMany({ serviceId }, { $set: { state: 'failed' } })
  await deps.db.collection('rateWindows').deleteMany({})
  return id
}

/** Moves what was counted into the next minute: the end of a minute of the database's clock would begin another one here. */
const keepMinute = ({ deps }: CoreWorld) =>
  deps.db
    .collection('rateWindows')
    .updateMany({}, [{ $set: { startedAt: { $dateTrunc: { date: { $add: ['$$NOW', 60_000] }, unit: 'minute' } } } }])

async function countedOf({ deps, serviceId }: CoreWorld): Promise<number | undefined> {
  // What `w: 1` has written is not yet there for a majority.
  const local = { readConcern: { level: 'local' } } as const
  const windows = deps.db.collection<{ _id: string; count: number }>('rateWindows')
  return (await windows.findOne({ _id: `deliveries:${serviceId}` }, local))?.count
}

test('what people send again or as a test counts among the deliveries of the minute; beyond them it is refused, and another service has its own', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const { _id: otherId } = await insertService(deps, { name: 'Other' })
  const id = await failedDeliveries(world, serviceId, 4)
  const other = await failedDeliveries(world, otherId, 0)
  const perMinute = 10
  const recover = () => recoverWebhook(deps, operator, { id, since, perMinute })
  const sendTest = () => testWebhook(deps, operator, { id, event, perMinute })
  const isFailed = { serviceId, state: 'failed' } as const

  await sendTest()
  await keepMinute(world)
  for (let count = 1; count < 7; count += 1) await sendTest()
  expect(await recover()).toEqual({ requeued: 3, hasMore: true })

  await expect(recover()).rejects.toMatchObject(used)
  await expect(sendTest()).rejects.toMatchObject(used)
  const failed = await deliveryModel.in(deps.db).find(isFailed).toArray()
  expect(failed).toHaveLength(1)
  await expect(redeliver(deps, operator, { id: failed[0]?._id ?? '', perMinute })).rejects.toMatchObject(used)
  expect(await testWebhook(deps, operator, { id: other, event, perMinute })).toMatchObject({ state: 'pending' })
  expect(await servicesAtBound(deps, [serviceId, otherId], perMinute)).toEqual(new Set([serviceId]))
})

test('a service whose events take all they may have of a minute can still test, send again and recover', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const id = await failedDeliveries(world, serviceId, 3)
  const perMinute = 30
  const first = await deliveryModel.in(deps.db).findOne({ serviceId })

  const events = await takeDeliveries(deps, { serviceId, perMinute, wanted: 100 })
  await keepMinute(world)
  await testWebhook(deps, operator, { id, event, perMinute })
  await redeliver(deps, operator, { id: first?._id ?? '', perMinute })
  const recovered = await recoverWebhook(deps, operator, { id, since, perMinute })

  expect(events.granted).toBe(27)
  expect(recovered).toEqual({ requeued: 1, hasMore: true })
})

test('recoveries leave half of a minute to events, however often they are asked for', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const id = await failedDeliveries(world, serviceId, 12)
  const perMinute = 20
  const recover = (most = perMinute) => recoverWebhook(deps, operator, { id, since, perMinute: most })

  const first = await recover(4)
  await keepMinute(world)
  const recovered = await recover()

  expect([first, recovered]).toEqual([
    { requeued: 1, hasMore: true },
    { requeued: 7, hasMore: true },
  ])
  await expect(recover()).rejects.toMatchObject(used)
  expect((await takeDeliveries(deps, { serviceId, perMinute, wanted: 100 })).granted).toBe(10)
})

test('two recoveries of the same deliveries count each of them once', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const id = await failedDeliveries(world, serviceId, 6)
  const recover = () => recoverWebhook(deps, operator, { id, since, perMinute: 100 })
  await testWebhook(deps, operator, { id, event, perMinute: 100 })
  await keepMinute(world)

  const recovered = await Promise.all([recover(), recover()])

  expect(recovered.reduce((sum, { requeued }) => sum + requeued, 0)).toBe(6)
  expect(await countedOf(world)).toBe(7)
})

test('what was counted and not made is given back', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const asked = { serviceId, perMinute: 10, wanted: 3 }

  const made = await makeCounted(deps, asked, async (most) => ({ count: 1, most }))

  expect(made).toEqual({ count: 1, most: 3 })
  expect(await countedOf(world)).toBe(1)
})

test('where giving back fails, the caller hears what was made, or why nothing was', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const asked = { serviceId, perMinute: 10, wanted: 3 }
  const refuseWrites = (refused: boolean) =>
    deps.db.command({ collMod: 'rateWindows', validator: refused ? { refused } : {} })
  const make = (error?: Error) =>
    makeCounted(deps, asked, async () => {
      await refuseWrites(true)
      if (error) throw error
      return { count: 1 }
    })

  const made = await make()
  const counted = await countedOf(world)
  await refuseWrites(false)
  const error = new Error('nothing was made')
  await expect(make(error)).rejects.toBe(error)

  expect(made).toEqual({ count: 1 })
  expect(counted).toBe(3)
})

test('a try that fails is not counted among the deliveries of the minute', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const id = await failedDeliveries(world, serviceId, 1)
  const delivery = await deliveryModel.in(deps.db).findOne({})
  await deps.db.command({ collMod: 'auditLog', validator: { action: { $ne: 'webhook.redelivered' } } })

  await expect(redeliver(deps, operator, { id: delivery?._id ?? '', perMinute: 1 })).rejects.toThrow()

  expect(await testWebhook(deps, operator, { id, event, perMinute: 1 })).toMatchObject({ state: 'pending' })
})
