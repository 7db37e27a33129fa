import { recordWebhookFailure } from '@inlet/core'
import { type WebhookReceiver, waitFor, webhookReceiver } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { secretOf, startWebhookWorld, type WebhookWorld } from '../../test/webhook-world.ts'

const minuteMs = 60_000

const idsOf = ({ calls }: WebhookReceiver) => calls.map(({ id }) => id)
const calledTimes = (receiver: WebhookReceiver, count: number) => waitFor(() => receiver.calls.length >= count, 30_000)

/** Deliveries that any worker may claim now. */
const dueCount = ({ deps, clock }: WebhookWorld) =>
  deps.db.collection('deliveries').countDocuments({ state: 'pending', dueAt: { $lte: clock.now() } })

test('an event reaches its receiver, verified, and its delivery records the call', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  receiver.answerWith(() => ({ status: 200, body: 'thanks' }))
  const webhook = await world.webhook(receiver.url)
  await using worker = await world.worker()
  await world.events(1)

  const [delivery] = await world.until('succeeded', 1)

  expect(receiver.calls).toMatchObject([{ id: `msg_${delivery?._id}`, body: delivery?.payload, isVerified: true }])
  expect(delivery).toMatchObject({
    webhookId: webhook._id,
    attemptCount: 1,
    lastStatus: 200,
    attempts: [{ status: 200, error: null, responseBody: 'thanks' }],
  })
  expect(await world.reload(webhook)).toMatchObject({ lastSuccessAt: expect.any(Date), failingSince: null })
  const line = worker.lines.find(({ msg }) => msg === 'webhook call')
  expect(line).toMatchObject({ deliveryId: delivery?._id, status: 200, reason: null, attempt: 1 })
  expect(JSON.stringify(worker.lines)).not.toContain('code@mail.example')
  expect(JSON.stringify(worker.lines)).not.toContain('whsec_')
})

test('what fails is tried again under the same id when the schedule says, and not before', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  receiver.answerWith(() => ({ status: 500 }))
  const webhook = await world.webhook(receiver.url)
  await using _worker = await world.worker()
  await world.events(1)
  await waitFor(async () => (await world.deliveries())[0]?.attemptCount === 1)
  expect(await world.reload(webhook)).toMatchObject({ failingSince: expect.any(Date) })

  receiver.answerWith(() => ({ status: 503, headers: { 'retry-after': '1800' } }))
  world.clock.advance(6_001)
  await waitFor(async () => (await world.deliveries())[0]?.attemptCount === 2)
  const [asked] = await world.deliveries()
  expect((asked?.dueAt.getTime() ?? 0) - world.clock.now().getTime()).toBeGreaterThan(25 * minuteMs)

  receiver.answerWith(() => ({ status: 204 }))
  world.clock.advance(30 * minuteMs)
  const [delivery] = await world.until('succeeded', 1)

  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 503, 204])
  expect(new Set(idsOf(receiver))).toEqual(new Set([`msg_${delivery?._id}`]))
  expect(receiver.calls).toHaveLength(3)
  expect(await world.reload(webhook)).toMatchObject({ failingSince: null })
})

test('410 disables the webhook and fails its delivery; what is pending waits until it is enabled again', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  receiver.answerWith(() => ({ status: 410 }))
  const webhook = await world.webhook(receiver.url)
  await using _worker = await world.worker()
  await world.events(1)
  await world.until('failed', 1)

  expect(await world.reload(webhook)).toMatchObject({ state: 'disabled', disabledReason: 'gone' })
  const entries = await world.deps.db.collection('auditLog').find({ action: 'webhook.disabled' }).toArray()
  expect(entries).toMatchObject([{ actor: { kind: 'system' }, note: 'gone' }])

  const webhooks = world.deps.db.collection<{ _id: string }>('webhooks')
  const [failed] = await world.deliveries()
  const waiting = { ...failed, _id: 'waiting', state: 'pending', completedAt: null, dueAt: world.clock.now() }
  await world.deps.db.collection<{ _id: string }>('deliveries').insertOne(waiting)
  receiver.answerWith(() => ({ status: 200 }))
  const other = await world.webhook(receiver.url)
  await world.events(1)
  await waitFor(async () => (await world.deliveries({ webhookId: other._id, state: 'succeeded' })).length === 1)
  expect(await world.deliveries({ state: 'pending' })).toHaveLength(1)

  await webhooks.updateOne({ _id: webhook._id }, { $set: { state: 'enabled', disabledReason: null } })
  await waitFor(() => idsOf(receiver).includes('msg_waiting'), 30_000)
})

test('five days of nothing but failure disable the webhook, and a success begins them anew', async () => {
  const fiveDays = 5 * 24 * 60 * minuteMs
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  receiver.answerWith(() => ({ status: 500 }))
  const webhook = await world.webhook(receiver.url)
  await using _worker = await world.worker()
  await world.events(1)
  const tried = (state: 'pending' | 'succeeded', attemptCount: number) =>
    waitFor(async () => (await world.deliveries({ state })).some((each) => each.attemptCount === attemptCount))
  await tried('pending', 1)

  world.clock.advance(fiveDays - 10 * minuteMs)
  await tried('pending', 2)
  expect(await world.reload(webhook)).toMatchObject({ state: 'enabled', failingSince: expect.any(Date) })
  receiver.answerWith(() => ({ status: 204 }))
  world.clock.advance(11 * minuteMs)
  await tried('succeeded', 3)
  receiver.answerWith(() => ({ status: 500 }))
  await world.events(1)
  await tried('pending', 1)
  expect(await world.reload(webhook)).toMatchObject({ state: 'enabled', failingSince: expect.any(Date) })
  world.clock.advance(fiveDays)

  await waitFor(async () => (await world.reload(webhook))?.state === 'disabled')
  expect(await world.reload(webhook)).toMatchObject({ disabledReason: 'failing' })
  await tried('pending', 2)
  const entries = await world.deps.db.collection('auditLog').find({ action: 'webhook.disabled' }).toArray()
  expect(entries).toMatchObject([{ actor: { kind: 'system' }, note: 'failing' }])
})

test('a success clears the failure that another worker recorded, however short ago its own last one was written', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  const webhook = await world.webhook(receiver.url)
  await using _worker = await world.worker()
  await world.events(1)
  await world.until('succeeded', 1)

  await recordWebhookFailure(world.deps, webhook)
  expect(await world.reload(webhook)).toMatchObject({ failingSince: expect.any(Date) })
  await world.events(1)
  await world.until('succeeded', 2)

  expect(await world.reload(webhook)).toMatchObject({ failingSince: null })
})

test('an endpoint that never answers holds its own slots and delays no other', async () => {
  await using world = await startWebhookWorld()
  await using dead = await webhookReceiver([secretOf(1)])
  await using healthy = await webhookReceiver([secretOf(1)])
  const release = Promise.withResolvers<void>()
  dead.answerWith(() => ({ status: 200, hold: release.promise }))
  const { _id: deadId } = await world.webhook(dead.url)
  const { _id: healthyId } = await world.webhook(healthy.url)
  await using _worker = await world.worker()
  await world.events(40)

  await waitFor(
    async () => (await world.deliveries({ webhookId: healthyId, state: 'succeeded' })).length === 40,
    30_000,
  )

  expect(dead.calls.length).toBeLessThanOrEqual(8)
  expect(await world.deliveries({ webhookId: deadId, state: 'succeeded' })).toEqual([])
  release.resolve()
  await waitFor(async () => (await world.deliveries({ webhookId: deadId, state: 'succeeded' })).length === 40, 30_000)
  expect(new Set(idsOf(dead)).size).toBe(40)
})

test('two workers share the deliveries, and each is sent once', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  await world.webhook(receiver.url)
  await using one = await world.worker()
  await using two = await world.worker()

  for (let step = 0; step < 5; step += 1) await world.events(30)
  const done = await world.until('succeeded', 150)

  expect(idsOf(receiver).sort()).toEqual(done.map(({ _id }) => `msg_${_id}`))
  await Promise.all([one.stop(), two.stop()])
})

test('what a worker had claimed when it died is sent by another one after its lease', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  const webhook = await world.webhook(receiver.url)
  const first = await world.worker()
  await world.events(1)
  const [sent] = await world.until('succeeded', 1)
  await first.stop()
  const dueAt = new Date(world.clock.now().getTime() + 30_000)
  const claimed = { ...sent, _id: 'claimed', state: 'pending', completedAt: null, claimId: 'of the dead', dueAt }
  await world.deps.db.collection<{ _id: string }>('deliveries').insertOne(claimed)
  await using _second = await world.worker()
  await world.events(1)
  await world.until('succeeded', 2)
  expect(idsOf(receiver)).not.toContain('msg_claimed')

  world.clock.advance(30_000)

  await waitFor(() => idsOf(receiver).includes('msg_claimed'), 30_000)
  expect(await world.reload(webhook)).toMatchObject({ state: 'enabled' })
})

test('deliveries of a webhook that was deleted are removed', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  await world.webhook(receiver.url)
  await using _worker = await world.worker()
  await world.events(1)
  const [sent] = await world.until('succeeded', 1)
  const orphan = { ...sent, _id: 'orphan', webhookId: 'deleted', state: 'pending', dueAt: world.clock.now() }

  await world.deps.db.collection<{ _id: string }>('deliveries').insertOne(orphan)

  await waitFor(async () => (await world.deliveries({ webhookId: 'deleted' })).length === 0, 30_000)
  expect(receiver.calls).toHaveLength(1)
})

test('a worker that stops gives back what it could not finish, and another one sends it', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  const held = Promise.withResolvers<void>()
  receiver.answerWith(() => ({ status: 200, hold: held.promise }))
  await world.webhook(receiver.url)
  const first = await world.worker()
  await world.events(1)
  await calledTimes(receiver, 1)

  await first.stop()
  const [back] = await world.deliveries()
  expect(back).toMatchObject({ state: 'pending', attemptCount: 0 })
  receiver.answerWith(() => ({ status: 200 }))
  await using _second = await world.worker()

  const [delivery] = await world.until('succeeded', 1)
  held.resolve()
  expect(idsOf(receiver)).toEqual([`msg_${delivery?._id}`, `msg_${delivery?._id}`])
})

test('what waited for a slot in a worker that stops is sent by another one', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  const held = Promise.withResolvers<void>()
  receiver.answerWith(() => ({ status: 200, hold: held.promise }))
  await world.webhook(receiver.url)
  const first = await world.worker()
  await world.events(30)
  await calledTimes(receiver, 8)

  await first.stop()
  expect(await dueCount(world)).toBe(30)
  receiver.answerWith(() => ({ status: 200 }))
  await using _second = await world.worker()

  const done = await world.until('succeeded', 30)
  held.resolve()
  expect(new Set(idsOf(receiver))).toEqual(new Set(done.map(({ _id }) => `msg_${_id}`)))
  expect(receiver.calls).toHaveLength(38)
})

test('what waits for a slot is not sent to a webhook that was disabled meanwhile', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  const held = Promise.withResolvers<void>()
  receiver.answerWith(() => ({ status: 200, hold: held.promise }))
  const { _id } = await world.webhook(receiver.url)
  await using _worker = await world.worker()
  await world.events(30)
  await calledTimes(receiver, 8)

  const webhooks = world.deps.db.collection<{ _id: string }>('webhooks')
  await webhooks.updateOne({ _id }, { $set: { state: 'disabled', disabledReason: 'operator' } })
  await waitFor(async () => (await dueCount(world)) === 22, 20_000)
  held.resolve()
  await world.until('succeeded', 8)

  expect(receiver.calls).toHaveLength(8)
})

test('calls are counted by what came of them, and the gauges show dead endpoints, and that nothing is late', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  await world.webhook(receiver.url)
  await world.webhook('http://192.168.0.1/')
  await using worker = await world.worker()
  await world.events(3)
  await world.until('succeeded', 3)

  const page = await waitFor(async () => {
    const found = await worker.page()
    const isCounted = found.includes('inlet_webhook_calls_total{outcome="blocked_address"} 3')
    return isCounted && found.includes('inlet_webhook_oldest_due_seconds 0\n') ? found : null
  })

  expect(worker.lines).toContainEqual(expect.objectContaining({ msg: 'webhook call', reason: 'blocked_address' }))
  expect(page).toContain('inlet_webhook_calls_total{outcome="succeeded"} 3')
  expect(page).toContain('inlet_webhook_dead_endpoints 1')
})
