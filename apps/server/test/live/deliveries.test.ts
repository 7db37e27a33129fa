import { liveEvent } from '@inlet/contract'
import { waitFor, webhookReceiver } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { liveClient } from '../support/live-client.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import type { World } from '../support/world.ts'

const newWorld = sharedServer()

/** An admin with an open feed and a webhook at this URL. */
async function withFeed(world: World, url: string) {
  const { token } = await person(world, { role: 'admin' })
  const { serviceId } = world.tenant
  const ask = async (method: string, path: string, body?: unknown) =>
    (await world.call(`/v1${path}`, { method, token, body })).body.data
  const webhook = await ask('POST', `/services/${serviceId}/webhooks`, { url, events: ['message.received'] })
  const live = liveClient({ baseUrl: () => world.baseUrl, serviceId, token: () => token })
  await waitFor(live.isConnected)
  return { live, ask, webhook }
}

test('a client receives a delivery when it is made, and each time it was tried, in the shape of the list', async () => {
  const secrets: string[] = []
  await using receiver = await webhookReceiver(secrets)
  const world = await newWorld()
  const { live, ask, webhook } = await withFeed(world, receiver.url)
  using _ = live
  secrets.push(webhook.secret)
  const newest = () => {
    const event = liveEvent.parse(live.received.at(-1))
    if (event.type !== 'delivery.changed') throw new Error(`not of a delivery: ${event.type}`)
    return event.data
  }

  const made = await ask('POST', `/webhooks/${webhook.id}/test`)
  const first = await waitFor(() => live.received[0])
  await waitFor(() => newest().state === 'succeeded')
  const once = newest()
  await ask('POST', `/webhook-deliveries/${made.id}/redeliver`)
  await waitFor(() => newest().attemptCount === 2)

  const { payload: _payload, attempts: _attempts, ...shown } = await ask('GET', `/webhook-deliveries/${made.id}`)
  expect(first.data).toEqual(made)
  expect(once).toMatchObject({ id: made.id, attemptCount: 1, lastStatus: 204 })
  expect(newest()).toEqual(shown)
  for (const { id: _id, ...event } of live.received) expect(liveEvent.parse(event)).toEqual(event)
})

test('a client receives each change where changes come faster than they are completed', async () => {
  const world = await newWorld()
  const { live, ask, webhook } = await withFeed(world, 'https://hooks.example.com/')
  using _ = live
  const { id } = await ask('POST', `/webhooks/${webhook.id}/test`)
  const deliveries = world.deps.db.collection<{ _id: string }>('deliveries', { writeConcern: { w: 1 } })

  for (let attemptCount = 1; attemptCount <= 150; attemptCount += 1) {
    await deliveries.updateOne({ _id: id }, { $set: { attemptCount } })
  }

  await waitFor(() => live.received.length === 151)
  expect(new Set(live.received.map((event) => event.id)).size).toBe(151)
  expect(live.received.at(-1)?.data).toMatchObject({ id, attemptCount: 150 })
})

test('a client receives no time for the next attempt of a delivery whose webhook is disabled', async () => {
  const world = await newWorld()
  const { live, ask, webhook } = await withFeed(world, 'https://hooks.example.com/')
  using _ = live
  await ask('PATCH', `/webhooks/${webhook.id}`, { enabled: false })

  const { id } = await ask('POST', `/webhooks/${webhook.id}/test`)
  await ask('POST', `/webhook-deliveries/${id}/redeliver`)
  await waitFor(() => live.received.length === 2)

  expect(live.received.map(({ data }) => data)).toMatchObject([
    { id, state: 'pending', nextAttemptAt: null },
    { id, state: 'pending', nextAttemptAt: null },
  ])
})
