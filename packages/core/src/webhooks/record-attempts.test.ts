import { dayMs, hourMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { storedWebhookWithDeliveries } from '../../test/stored-webhook.ts'
import { type DeliveryDoc, deliveryModel } from './delivery-model.ts'
import { claimDeliveries } from './outbox.ts'
import { type EndedAttempt, recordAttempts } from './record-attempts.ts'

const attempt = { durationMs: 5, status: 500, error: null, responseBody: 'no' }

function ended(world: CoreWorld, delivery: DeliveryDoc, more: Partial<EndedAttempt> = {}): EndedAttempt {
  return { delivery, attempt: { at: world.clock.now(), ...attempt }, outcome: 'failed', retryAfterMs: null, ...more }
}

const stored = (world: CoreWorld, _id: string) => deliveryModel.in(world.deps.db).findOne({ _id })

test('a failed attempt is logged and makes the delivery due by the schedule; the eighth fails it', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 1)
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
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 2)
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
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 1)
  const [late] = await claimDeliveries(world.deps, { webhookId, limit: 1 })
  world.clock.advance(30_000)
  const [taken] = await claimDeliveries(world.deps, { webhookId, limit: 1 })

  await recordAttempts(world.deps, [ended(world, late ?? expect.fail('nothing was claimed'), { outcome: 'succeeded' })])

  expect(await stored(world, taken?._id ?? '')).toEqual(taken)
})

test('an attempt that is recorded again, because its answer was lost, counts once', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 2)
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
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 1)
  const [delivery] = await claimDeliveries(world.deps, { webhookId, limit: 1 })
  const answer = { ...attempt, at: world.clock.now(), responseBody: '$payload' }

  await recordAttempts(world.deps, [ended(world, delivery ?? expect.fail('nothing is due'), { attempt: answer })])

  const [found] = await deliveryModel.in(world.deps.db).find().toArray()
  expect(found?.attempts).toEqual([answer])
  expect(Object.keys(found ?? {}).sort()).toEqual(Object.keys(delivery ?? {}).sort())
})

test('at most twenty attempts are kept, the last ones', async () => {
  await using world = await startCoreWorld()
  const { _id: webhookId } = await storedWebhookWithDeliveries(world, 1)
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
