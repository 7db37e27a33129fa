import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { countDeliveries, storeEvent } from '../support/held-events.ts'
import { person } from '../support/people.ts'
import { storeWebhook, storeWebhooks } from '../support/stored-webhook.ts'
import { startWorld } from '../support/world.ts'

const url = 'https://hooks.example.com/inlet'

async function startWithAdmin() {
  const world = await startWorld({ settings: { INLET_ROLE: 'http', WEBHOOK_DELIVERIES_PER_MINUTE: '1200' } })
  const { token } = await person(world, { role: 'admin' })
  const path = `/v1/services/${world.tenant.serviceId}/webhooks`
  return { world, token, path }
}

test('the 51st webhook that would get an event is 422 with the reason, made or enabled; one for other events is made', async () => {
  const { world, token, path } = await startWithAdmin()
  await using _ = world
  const { deps, tenant } = world
  const of = { serviceId: tenant.serviceId, url, events: ['message.received' as const] }
  await storeWebhooks(deps, { ...of, count: limits.webhooksPerEvent })
  const disabled = await storeWebhook(deps, { ...of, state: 'disabled', disabledReason: 'operator' })
  const create = (events: string[]) => world.call(path, { method: 'POST', token, body: { url, events } })

  const made = await create(['address.created', 'message.received'])
  const enabled = await world.call(`/v1/webhooks/${disabled}`, { method: 'PATCH', token, body: { enabled: true } })
  const ofOthers = await create(['address.created'])

  for (const answer of [made, enabled]) {
    expect(answer).toMatchError(422, 'UNPROCESSABLE_CONTENT')
    expect(answer.body.error.details).toEqual([
      {
        path: '',
        code: 'too_many_webhooks',
        message:
          'message.received goes to 50 webhooks already, and 50 is the most: disable one, or choose other events',
      },
    ])
  }
  expect(ofOthers.status).toBe(201)
})

test('the list of webhooks says that events wait while the service has had its deliveries of the minute', async () => {
  const { world, token, path } = await startWithAdmin()
  await using _ = world
  const eventsWait = async () => (await world.call(path, { token })).body.meta.eventsWait

  await countDeliveries(world, 1080)
  expect(await eventsWait()).toBe(false)
  await storeEvent(world)
  expect(await eventsWait()).toBe(true)
  await countDeliveries(world, 1079)
  expect(await eventsWait()).toBe(false)
})

test('a test event, a delivery sent again and a recovery beyond the deliveries of the minute are 429 with Retry-After', async () => {
  const { world, token } = await startWithAdmin()
  await using _ = world
  const webhook = `/v1/webhooks/${await storeWebhook(world.deps, { serviceId: world.tenant.serviceId, url })}`
  const call = (path: string, body: object = {}) => world.call(path, { method: 'POST', token, body })
  const { body } = await call(`${webhook}/test`)
  await world.deps.db.collection('deliveries').updateMany({}, { $set: { state: 'failed' } })
  const again = () =>
    Promise.all([
      call(`${webhook}/test`),
      call(`/v1/webhook-deliveries/${body.data.id}/redeliver`),
      call(`${webhook}/recover`, { since: '2026-01-01T00:00:00Z' }),
    ])

  await countDeliveries(world, 1200)
  const refused = await again()
  await countDeliveries(world, 1196)
  const served = await again()

  for (const answer of refused) {
    expect(answer).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
    expect(answer.body.error.message).toMatch(/deliveries of this minute/)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  }
  expect(served.map(({ status }) => status)).toEqual([201, 200, 200])
})

test('a recovery beyond the deliveries of the minute says that more is left, and goes on in the next one', async () => {
  const { world, token } = await startWithAdmin()
  await using _ = world
  const webhook = `/v1/webhooks/${await storeWebhook(world.deps, { serviceId: world.tenant.serviceId, url })}`
  const call = (path: string, body: object = {}) => world.call(`${webhook}${path}`, { method: 'POST', token, body })
  for (let count = 0; count < 3; count += 1) await call('/test')
  await world.deps.db.collection('deliveries').updateMany({}, { $set: { state: 'failed' } })
  const recover = async () => (await call('/recover', { since: '2026-01-01T00:00:00Z' })).body

  await countDeliveries(world, 1198)
  const first = await recover()
  await countDeliveries(world, 0)
  const second = await recover()

  expect(first).toEqual({ data: { requeued: 2, hasMore: true } })
  expect(second).toEqual({ data: { requeued: 1, hasMore: false } })
})
