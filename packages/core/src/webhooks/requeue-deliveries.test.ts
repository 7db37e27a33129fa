import { eventPayload, hourMs, webhookEvents } from '@inlet/contract'
import { expect, test } from 'vitest'
import { userCaller } from '../../test/core-world.ts'
import { workOn } from '../../test/database-work.ts'
import { failed, longAgo, startWithWebhooks } from '../../test/world-with-webhooks.ts'
import type { DeliveryDoc } from './delivery-model.ts'
import { changeWebhook } from './manage-webhooks.ts'
import { claimDeliveries } from './outbox.ts'
import { listDeliveries, readDelivery } from './read-deliveries.ts'
import { recordAttempts } from './record-attempts.ts'
import { recoverWebhook, redeliver } from './requeue-deliveries.ts'
import { testWebhook } from './test-webhook.ts'
import { webhookTargets } from './webhook-targets.ts'

test('a test event of every type is a payload of the contract, not live, due at once, whatever the webhook gets', async () => {
  await using made = await startWithWebhooks()
  const { deps, operator, serviceId } = made.world

  for (const event of webhookEvents) {
    const delivery = await testWebhook(deps, operator, { id: made.id, event })
    const { payload, attempts, ...shown } = await readDelivery(deps, operator, delivery.id)

    expect(shown).toEqual(delivery)
    expect(delivery).toMatchObject({
      eventType: event,
      messageId: `msg_${delivery.id}`,
      state: 'pending',
      nextAttemptAt: delivery.createdAt,
    })
    expect(attempts).toEqual([])
    const sent = JSON.parse(payload)
    expect(eventPayload.parse(sent)).toEqual(sent)
    expect(sent).toMatchObject({ type: event, livemode: false, data: { serviceId } })
  }
  expect(await made.entries('webhook.tested')).toHaveLength(webhookEvents.length)
})

test.each(['succeeded', 'failed', 'cancelled', 'pending'] as const)(
  'a delivery that is %s is sent again: the same id and payload, due at once, with all retries; its attempts stay',
  async (state) => {
    await using made = await startWithWebhooks()
    const { deps, operator, clock } = made.world
    const attempt = { at: clock.now(), durationMs: 5, status: 500, error: null, responseBody: 'no' }
    const id = await made.delivery({
      ...failed,
      state,
      completedAt: state === 'pending' ? null : clock.now(),
      dueAt: new Date(clock.now().getTime() + hourMs),
      attempts: [attempt],
    })
    const before = await readDelivery(deps, operator, id)
    const from = clock.now()

    const delivery = await redeliver(deps, operator, { id })

    const { payload, attempts, ...after } = await readDelivery(deps, operator, id)
    expect(after).toEqual(delivery)
    expect({ payload, attempts }).toEqual({ payload: before.payload, attempts: before.attempts })
    expect(delivery).toEqual({ ...after, state: 'pending', attemptCount: 8, completedAt: null, messageId: `msg_${id}` })
    expect(Date.parse(delivery.nextAttemptAt ?? '')).toBeGreaterThanOrEqual(from.getTime())
    expect(Date.parse(delivery.nextAttemptAt ?? '')).toBeLessThanOrEqual(clock.now().getTime())
    expect(await made.deliveries.findOne({ _id: id })).toMatchObject({ failedInRow: 0 })
    expect(await made.entries('webhook.redelivered')).toMatchObject([{ target: { id: made.id }, note: id }])
  },
)

test.each([
  { outcome: 'failed', state: 'pending', failedInRow: 0 },
  { outcome: 'gone', state: 'pending', failedInRow: 0 },
  { outcome: 'succeeded', state: 'succeeded', failedInRow: 0 },
] as const)(
  'a delivery that is sent again while its last attempt is under way is $state where that one is $outcome',
  async ({ outcome, state, failedInRow }) => {
    await using made = await startWithWebhooks()
    const { deps, operator, clock } = made.world
    const id = await made.delivery({ failedInRow: 7, attemptCount: 7 })
    const [delivery] = await claimDeliveries(deps, { webhookId: made.id, limit: 1 })
    if (!delivery) throw new Error('nothing was claimed')

    const { nextAttemptAt } = await redeliver(deps, operator, { id })
    const attempt = { at: clock.now(), durationMs: 5, status: 500, error: null, responseBody: 'no' }
    await recordAttempts(deps, [{ delivery, attempt, outcome, retryAfterMs: null }])

    const after = await made.deliveries.findOne({ _id: id })
    expect(after).toMatchObject({ state, failedInRow, attemptCount: 8, attempts: [attempt] })
    expect(after?.completedAt === null).toBe(state === 'pending')
    if (state === 'pending') expect(after?.dueAt.toISOString()).toBe(nextAttemptAt)
  },
)

test('no answer names a time for the next attempt while the webhook is disabled, and each does when it is enabled again', async () => {
  await using made = await startWithWebhooks()
  const { deps, operator } = made.world
  const { id, otherId } = made
  const pending = await made.delivery()
  const others = await made.delivery({}, otherId)
  const enable = (enabled: boolean) => changeWebhook(deps, operator, { id, enabled, targets: webhookTargets([]) })
  const timesOf = async (webhookId: string, deliveryId: string) => [
    ...(await listDeliveries(deps, operator, { id: webhookId, limit: 10 })).data.map((each) => each.nextAttemptAt),
    (await readDelivery(deps, operator, deliveryId)).nextAttemptAt,
    (await redeliver(deps, operator, { id: deliveryId })).nextAttemptAt,
  ]

  await enable(false)
  const disabled = await timesOf(id, pending)
  const tested = await testWebhook(deps, operator, { id, event: 'message.received' })
  const beside = await timesOf(otherId, others)
  await enable(true)
  const again = await timesOf(id, pending)

  expect([...disabled, tested.nextAttemptAt]).toEqual([null, null, null, null])
  for (const time of [...beside, ...again]) expect(time).not.toBeNull()
  expect(again).toHaveLength(4)
})

test('deliveries are listed newest first by state and type, and the failed ones without looking at the others', async () => {
  await using made = await startWithWebhooks()
  const { deps, operator, clock } = made.world
  const ids: string[] = []
  for (const state of ['failed', 'succeeded', 'failed', 'pending'] as const) {
    clock.advance(10)
    ids.unshift(await made.delivery({ state }))
  }
  await made.delivery({ state: 'failed' }, made.otherId)
  clock.advance(10)
  const { id: other } = await testWebhook(deps, operator, { id: made.id, event: 'message.deleted' })
  const list = async (filters: Partial<Parameters<typeof listDeliveries>[2]>) =>
    (await listDeliveries(deps, operator, { id: made.id, limit: 50, ...filters })).data.map(({ id }) => id)

  const [pending, first, succeeded, last] = ids
  expect(await list({})).toEqual([other, ...ids])
  expect(await list({ state: 'failed' })).toEqual([first, last])
  expect(await list({ state: 'succeeded' })).toEqual([succeeded])
  expect(await list({ state: 'cancelled' })).toEqual([])
  expect(await list({ eventType: 'message.deleted' })).toEqual([other])
  expect(await list({ state: 'pending', eventType: 'message.received' })).toEqual([pending])
  const plan = await made.deliveries
    .find({ webhookId: made.id, state: 'failed' })
    .sort({ _id: -1 })
    .explain('executionStats')
  expect(plan.executionStats).toMatchObject({ totalKeysExamined: 2, totalDocsExamined: 2 })
})

test('a page of deliveries reads what it shows and one more of each type, with a type, without one and after a cursor', async () => {
  await using made = await startWithWebhooks()
  const { deps, operator, clock } = made.world
  const one = await made.deliveries.findOne({ _id: await made.delivery({ state: 'succeeded' }) })
  if (!one) throw new Error('no delivery')
  const copies = (count: number, fields: Partial<DeliveryDoc>) =>
    Array.from({ length: count }, () => ({ ...one, ...fields, _id: deps.newId() }))
  await made.deliveries.insertMany([
    ...copies(300, { eventType: 'message.received' }),
    ...copies(3, { eventType: 'message.deleted' }),
  ])
  // Newer ones of another webhook: among few deliveries the database may as well look through all of them by their ids.
  clock.advance(10)
  await made.deliveries.insertMany(copies(200, { webhookId: made.otherId }))
  const limit = 10
  const workFor = async (filters: Partial<Parameters<typeof listDeliveries>[2]>) => {
    const list = () => listDeliveries(deps, operator, { id: made.id, limit, ...filters })
    const [work] = await workOn(deps, 'deliveries', list)
    return { ...work, listed: (await list()).data.length, cursor: (await list()).meta.cursor }
  }

  const all = await workFor({})
  const next = await workFor({ cursor: all.cursor })
  const received = await workFor({ eventType: 'message.received' })
  const deleted = await workFor({ eventType: 'message.deleted' })
  const none = await workFor({ eventType: 'address.created' })

  expect([all, next, received, deleted, none].map(({ listed }) => listed)).toEqual([limit, limit, limit, 3, 0])
  for (const { docsExamined, keysExamined, listed } of [all, next, received, deleted, none]) {
    expect(docsExamined).toBeLessThanOrEqual(listed + 1)
    expect(keysExamined).toBeLessThanOrEqual(listed + 2 * webhookEvents.length)
  }
})

test('a viewer reads deliveries and sends none; to a user of another service there are none', async () => {
  await using made = await startWithWebhooks()
  const { deps } = made.world
  const delivery = await made.delivery(failed)
  const viewer = made.world.member('viewer')
  const stranger = userCaller(new Map())
  const { id } = made
  const changes: ((caller: typeof viewer) => Promise<unknown>)[] = [
    (caller) => testWebhook(deps, caller, { id, event: 'message.received' }),
    (caller) => recoverWebhook(deps, caller, { id, since: longAgo }),
    (caller) => redeliver(deps, caller, { id: delivery }),
  ]

  expect((await listDeliveries(deps, viewer, { id, limit: 50 })).data).toHaveLength(1)
  expect((await readDelivery(deps, viewer, delivery)).id).toBe(delivery)
  for (const change of changes) {
    await expect(change(viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(change(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(readDelivery(deps, stranger, delivery)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(listDeliveries(deps, stranger, { id, limit: 50 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
