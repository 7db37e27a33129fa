import { eventPayload, webhookEvents } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { walkPages } from '../support/walk-pages.ts'
import { startWorld } from '../support/world.ts'

async function startWithWebhook() {
  const world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { token } = await person(world, { role: 'admin' })
  const made = await world.call(`/v1/services/${world.tenant.serviceId}/webhooks`, {
    method: 'POST',
    token,
    body: { url: 'https://hooks.example.com/', events: ['message.received'], filterOtpOnly: true },
  })
  const { id } = made.body.data
  const call = (path: string, method = 'GET', body?: unknown) => world.call(`/v1${path}`, { method, token, body })
  return {
    world,
    call,
    id,
    test: (body: unknown = {}) => call(`/webhooks/${id}/test`, 'POST', body),
    deliveries: (query = '') => call(`/webhooks/${id}/deliveries${query}`),
    recover: (body: unknown) => call(`/webhooks/${id}/recover`, 'POST', body),
    stored: world.deps.db.collection<{ _id: string }>('deliveries'),
  }
}

test('a test event is a delivery at once: message.received unless another is named, not live, whatever the webhook gets', async () => {
  const { world, call, id, test: sendTest } = await startWithWebhook()
  await using _ = world

  const { status, body } = await sendTest()
  const others = await Promise.all(webhookEvents.map((event) => sendTest({ event })))

  expect(status).toBe(201)
  expect(body.data).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    webhookId: id,
    messageId: `msg_${body.data.id}`,
    eventType: 'message.received',
    state: 'pending',
    attemptCount: 0,
    nextAttemptAt: body.data.createdAt,
    lastStatus: null,
    createdAt: expect.stringMatching(/Z$/),
    completedAt: null,
  })
  expect(others.map((answer) => answer.body.data.eventType)).toEqual(webhookEvents)
  const { payload, attempts, ...detail } = (await call(`/webhook-deliveries/${body.data.id}`)).body.data
  expect(detail).toEqual(body.data)
  expect(attempts).toEqual([])
  expect(eventPayload.parse(JSON.parse(payload))).toMatchObject({ type: 'message.received', livemode: false })
  expect(await sendTest({ event: 'message.read' })).toMatchError(400, 'BAD_REQUEST')
})

test('deliveries are listed newest first, page by page, by state and type; a cursor is good for its filters alone', async () => {
  const { world, test: sendTest, deliveries, stored } = await startWithWebhook()
  await using _ = world
  const ids: string[] = []
  for (const event of ['message.received', 'address.created', 'message.received']) {
    world.elapse(10)
    ids.unshift((await sendTest({ event })).body.data.id)
  }
  await stored.updateOne({ _id: ids[0] }, { $set: { state: 'failed' } })

  const listed = await walkPages((cursor) => deliveries(`?limit=1&cursor=${cursor}`))
  const failed = await deliveries('?state=failed')
  const created = await deliveries('?eventType=address.created&state=pending')

  expect(listed.map((each) => each.id)).toEqual(ids)
  expect(failed.body.data.map((each: { id: string }) => each.id)).toEqual([ids[0]])
  expect(created.body.data.map((each: { id: string }) => each.id)).toEqual([ids[1]])
  const { cursor } = (await deliveries('?limit=1')).body.meta
  expect(await deliveries(`?state=failed&cursor=${cursor}`)).toMatchError(400, 'BAD_REQUEST', 'invalid_cursor')
  expect(await deliveries('?state=lost')).toMatchError(400, 'BAD_REQUEST')
  expect(await deliveries('?type=address.created')).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
})

test('a delivery that failed is sent again under the same id, with the attempts that it had', async () => {
  const { world, call, test: sendTest, stored } = await startWithWebhook()
  await using _ = world
  const { id, messageId } = (await sendTest()).body.data
  const attempt = { at: world.clock.now(), durationMs: 12, status: 500, error: null, responseBody: 'no' }
  const failed = { state: 'failed', attemptCount: 8, failedInRow: 8, completedAt: world.clock.now(), lastStatus: 500 }
  await stored.updateOne({ _id: id }, { $set: { ...failed, attempts: [attempt] } })

  const { status, body } = await call(`/webhook-deliveries/${id}/redeliver`, 'POST')

  expect(status).toBe(200)
  expect(body.data).toMatchObject({ id, messageId, state: 'pending', completedAt: null, attemptCount: 8 })
  const detail = (await call(`/webhook-deliveries/${id}`)).body.data
  expect(detail).toMatchObject({ ...body.data, attempts: [{ ...attempt, at: attempt.at.toISOString() }] })
})

test('a recovery answers how many failed deliveries since that time are pending again', async () => {
  const { world, test: sendTest, recover, deliveries, stored } = await startWithWebhook()
  await using _ = world
  await sendTest()
  await stored.updateMany({}, { $set: { state: 'failed' } })
  world.clock.advance(60_000)
  const since = world.clock.now().toISOString()
  world.elapse(1_000)
  const recent = [(await sendTest()).body.data.id, (await sendTest()).body.data.id]
  await stored.updateMany({}, { $set: { state: 'failed' } })

  const { status, body } = await recover({ since })

  expect({ status, body }).toEqual({ status: 200, body: { data: { requeued: 2, hasMore: false } } })
  const pending = (await deliveries('?state=pending')).body.data.map((each: { id: string }) => each.id)
  expect(pending.sort()).toEqual(recent.sort())
  expect((await recover({ since })).body).toEqual({ data: { requeued: 0, hasMore: false } })
  for (const bad of [{}, { since: '2026-11-21' }, { since: 1 }, { since: '2026-11-21T09:00:00' }]) {
    expect(await recover(bad), JSON.stringify(bad)).toMatchError(400, 'BAD_REQUEST')
  }
})
