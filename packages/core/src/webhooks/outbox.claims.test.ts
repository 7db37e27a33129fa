import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { storedWebhookWithDeliveries } from '../../test/stored-webhook.ts'
import { deliveryModel } from './delivery-model.ts'
import { claimDeliveries, findDueWebhooks, giveBackDeliveries } from './outbox.ts'

test('a delivery is claimed by one worker, and by another when the lease of 30 s has ended', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 3)

  const first = await claimDeliveries(world.deps, { webhookId, limit: 2 })
  const second = await claimDeliveries(world.deps, { webhookId, limit: 8 })
  const none = await claimDeliveries(world.deps, { webhookId, limit: 8 })
  world.clock.advance(30_000)
  const after = await claimDeliveries(world.deps, { webhookId, limit: 8 })

  expect([first.length, second.length, none.length, after.length]).toEqual([2, 1, 0, 3])
  expect(new Set([...first, ...second].map(({ _id }) => _id)).size).toBe(3)
})

test('workers that claim at the same time share the deliveries and double none', async () => {
  await using world = await startCoreWorld()
  const other = await world.secondProcess()
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 8)

  const claims = await Promise.all(
    [world.deps, other, world.deps, other].map((deps) => claimDeliveries(deps, { webhookId, limit: 8 })),
  )

  const ids = claims.flat().map(({ _id }) => _id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBe(8)
})

test('only webhooks with a delivery that is due are found, with the time of the earliest', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 2)
  const earliest = (await deliveryModel.in(world.deps.db).find().sort({ dueAt: 1 }).toArray())[0]

  expect(await findDueWebhooks(world.deps)).toEqual([{ webhookId, dueAt: earliest?.dueAt }])

  await claimDeliveries(world.deps, { webhookId, limit: 8 })
  expect(await findDueWebhooks(world.deps)).toEqual([])
})

test('the search for due webhooks reads one key for each, however much is pending', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 1)
  const one = await deliveryModel.in(world.deps.db).findOne({ webhookId })
  const dueAt = world.clock.now()
  const more = Array.from({ length: 500 }, (_, index) => ({
    ...(one ?? expect.fail('no delivery')),
    _id: `${index}`,
    webhookId: `webhook ${index % 5}`,
    dueAt,
  }))
  await deliveryModel.in(world.deps.db).insertMany(more)
  await world.deps.db.command({ profile: 2 })

  expect(await findDueWebhooks(world.deps)).toHaveLength(6)

  const profiled = await world.deps.db
    .collection('system.profile')
    .findOne({ 'command.aggregate': 'deliveries', op: 'command' })
  expect(profiled).toMatchObject({ planSummary: expect.stringContaining('DISTINCT_SCAN'), docsExamined: 0 })
  expect(profiled?.keysExamined).toBeLessThan(20)
})

test('what was given back is due again at once, and was not tried', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 1)

  await giveBackDeliveries(world.deps, await claimDeliveries(world.deps, { webhookId, limit: 8 }))
  const [again] = await claimDeliveries(world.deps, { webhookId, limit: 8 })

  expect(again).toMatchObject({ attemptCount: 0, attempts: [] })
})
