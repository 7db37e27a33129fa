import { dayMs, hourMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { dispatchOnce } from '../../test/dispatch-once.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { storedWebhook } from '../../test/stored-webhook.ts'
import { claimDeliveries, findDueWebhooks, giveBackDeliveries } from './claim-deliveries.ts'
import { type DeliveryDoc, deliveryModel } from './delivery-model.ts'
import { type EndedAttempt, recordAttempts } from './record-attempts.ts'

/** A webhook with this many pending deliveries. */
async function webhookWith(world: CoreWorld, count: number) {
  const webhook = await storedWebhook(world)
  for (let made = 0; made < count; made += 1) await storedMessage(world, { pendingEvent: true })
  await dispatchOnce(world.deps)
  return webhook
}

const attempt = { durationMs: 5, status: 500, error: null, responseBody: 'no' }

function ended(world: CoreWorld, delivery: DeliveryDoc, more: Partial<EndedAttempt> = {}): EndedAttempt {
  return { delivery, attempt: { at: world.clock.now(), ...attempt }, outcome: 'failed', retryAfterMs: null, ...more }
}

const stored = (world: CoreWorld, _id: string) => deliveryModel.in(world.deps.db).findOne({ _id })

test('a delivery is claimed by one worker, and by another when the lease of 30 s has ended', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await webhookWith(world, 3)

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
  const { _id: webhookId } = await webhookWith(world, 8)

  const claims = await Promise.all(
    [world.deps, other, world.deps, other].map((deps) => claimDeliveries(deps, { webhookId, limit: 8 })),
  )

  const ids = claims.flat().map(({ _id }) => _id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBe(8)
})

test('only webhooks with a delivery that is due are found, with the time of the earliest', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await webhookWith(world, 2)
  const earliest = (await deliveryModel.in(world.deps.db).find().sort({ dueAt: 1 }).toArray())[0]

  expect(await findDueWebhooks(world.deps)).toEqual([{ webhookId, dueAt: earliest?.dueAt }])

  await claimDeliveries(world.deps, { webhookId, limit: 8 })
  expect(await findDueWebhooks(world.deps)).toEqual([])
})

test('the search for due webhooks reads one key for each, however much is pending', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await webhookWith(world, 1)
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
  const { _id: webhookId } = await webhookWith(world, 1)

  await giveBackDeliveries(world.deps, await claimDeliveries(world.deps, { webhookId, limit: 8 }))
  const [again] = await claimDeliveries(world.deps, { webhookId, limit: 8 })

  expect(again).toMatchObject({ attemptCount: 0, attempts: [] })
})

test('a failed attempt is logged and makes the delivery due by the schedule; the eighth fails it', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await webhookWith(world, 1)
  const waits: number[] = []
  for (let tries = 0; tries < 8; tries += 1) {
    const [claimed] = await claimDeliveries(world.deps, { webhookId, limit: 1 })
    const delivery = claimed ?? expect.fail(`nothing is due before try ${tries + 1}`)
    const before = world.clock.now().getTime()
    await recordAttempts(world.deps, [ended(world, delivery)])
    const after = await stored(world, delivery._id)
    waits.push(after?.state === 'pending' ? after.dueAt.getTime() - before : 0)
    world.clock.advance(13 * hourMs)
  }

  const [last] = await deliveryModel.in(world.deps.db).find().toArray()
  expect(last).toMatchObject({ state: 'failed', attemptCount: 8, lastStatus: 500, failedInRow: 8 })
  expect(last?.attempts).toHaveLength(8)
  const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
  for (const [index, expected] of seconds.entries()) {
    expect((waits[index] ?? 0) / 1000).toBeGreaterThan(expected * 0.79)
    expect((waits[index] ?? 0) / 1000).toBeLessThan(expected * 1.21 + 10)
  }
})

test('a success completes the delivery, and a receiver that is gone fails it at its first attempt', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await webhookWith(world, 2)
  const [one, two] = await claimDeliveries(world.deps, { webhookId, limit: 2 })
  if (!one || !two) return expect.fail('two deliveries are due')

  await recordAttempts(world.deps, [
    ended(world, one, { outcome: 'succeeded', attempt: { ...attempt, at: world.clock.now(), status: 204 } }),
    ended(world, two, { outcome: 'gone', attempt: { ...attempt, at: world.clock.now(), status: 410 } }),
  ])

  expect(await stored(world, one._id)).toMatchObject({ state: 'succeeded', lastStatus: 204, attemptCount: 1 })
  expect(await stored(world, two._id)).toMatchObject({ state: 'failed', lastStatus: 410, attemptCount: 1 })
  world.clock.advance(dayMs)
  expect(await claimDeliveries(world.deps, { webhookId, limit: 8 })).toEqual([])
})

test('a worker whose lease ended before its attempt did changes nothing', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await webhookWith(world, 1)
  const [late] = await claimDeliveries(world.deps, { webhookId, limit: 1 })
  world.clock.advance(30_000)
  const [taken] = await claimDeliveries(world.deps, { webhookId, limit: 1 })

  await recordAttempts(world.deps, [ended(world, late ?? expect.fail('nothing was claimed'), { outcome: 'succeeded' })])

  expect(await stored(world, taken?._id ?? '')).toEqual(taken)
})

test('an attempt that is recorded again, because its answer was lost, counts once', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await webhookWith(world, 2)
  const claimed = await claimDeliveries(world.deps, { webhookId, limit: 2 })
  const attempts = claimed.map((delivery, index) =>
    ended(world, delivery, { outcome: index === 0 ? 'failed' : 'succeeded' }),
  )
  await recordAttempts(world.deps, attempts)
  const before = await deliveryModel.in(world.deps.db).find().toArray()

  await recordAttempts(world.deps, attempts)

  expect(before.map(({ state }) => state).sort()).toEqual(['pending', 'succeeded'])
  expect(await deliveryModel.in(world.deps.db).find().toArray()).toEqual(before)
})

test('what a receiver answers is stored as text, whatever it looks like', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await webhookWith(world, 1)
  const [delivery] = await claimDeliveries(world.deps, { webhookId, limit: 1 })
  const answer = { ...attempt, at: world.clock.now(), responseBody: '$payload' }

  await recordAttempts(world.deps, [ended(world, delivery ?? expect.fail('nothing is due'), { attempt: answer })])

  const [found] = await deliveryModel.in(world.deps.db).find().toArray()
  expect(found?.attempts).toEqual([answer])
  expect(Object.keys(found ?? {}).sort()).toEqual(Object.keys(delivery ?? {}).sort())
})

test('at most twenty attempts are kept, the last ones', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await webhookWith(world, 1)
  const earlier = Array.from({ length: 20 }, (_, durationMs) => ({ ...attempt, at: world.clock.now(), durationMs }))
  await deliveryModel.in(world.deps.db).updateMany({}, { $set: { attempts: earlier, attemptCount: 20 } })
  const [delivery] = await claimDeliveries(world.deps, { webhookId, limit: 1 })

  const last = { ...attempt, at: world.clock.now(), durationMs: 20 }
  await recordAttempts(world.deps, [ended(world, delivery ?? expect.fail('nothing is due'), { attempt: last })])

  const [found] = await deliveryModel.in(world.deps.db).find().toArray()
  expect(found?.attemptCount).toBe(21)
  expect(found?.attempts.map(({ durationMs }) => durationMs)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})
