import { waitFor, webhookReceiver } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { secretOf, startWebhookWorld } from '../../test/webhook-world.ts'

/** Whether a figure was the same in the last hundred looks at it. */
function hasSettled(figure: () => number): () => boolean {
  let last = figure()
  let looks = 0
  return () => {
    looks = figure() === last ? looks + 1 : 0
    last = figure()
    return looks >= 100
  }
}

test('a service whose many webhooks never answer delays no other service', async () => {
  await using world = await startWebhookWorld()
  await using silent = await webhookReceiver([secretOf(1)])
  await using healthy = await webhookReceiver([secretOf(1)])
  const held = Promise.withResolvers<void>()
  silent.answerWith(() => ({ status: 200, hold: held.promise }))
  // Together more calls than a process makes at a time.
  for (let count = 0; count < 160; count += 1) await world.webhook(`${silent.url}/${count}`)
  const other = world.deps.newId()
  const { _id: healthyId } = await world.webhook(healthy.url, { serviceId: other })
  await using _worker = await world.worker()
  await world.events(8)
  await waitFor(() => silent.calls.length >= 400, 30_000)
  await waitFor(hasSettled(() => silent.calls.length))

  await world.events(20, other)
  await waitFor(
    async () => (await world.deliveries({ webhookId: healthyId, state: 'succeeded' })).length === 20,
    10_000,
  )

  expect(await world.deliveries({ state: 'succeeded' })).toHaveLength(20)
  held.resolve()
})

test('a service above its deliveries of a minute waits and is counted as held, another one goes on, and in later minutes nothing is lost', async () => {
  await using world = await startWebhookWorld()
  await using receiver = await webhookReceiver([secretOf(1)])
  for (let count = 0; count < 5; count += 1) await world.webhook(`${receiver.url}/${count}`)
  const other = world.deps.newId()
  const { _id: otherWebhook } = await world.webhook(receiver.url, { serviceId: other })
  const pending = () =>
    world.deps.db.collection('events').countDocuments({ isPending: true, serviceId: world.serviceId })
  await world.events(40)
  await using worker = await world.worker(undefined, 20)
  const held = (count: number) => async () => (await worker.page()).includes(`inlet_webhook_held_services ${count}\n`)
  await waitFor(async () => (await pending()) < 40)

  await world.events(4, other)
  await waitFor(async () => (await world.deliveries({ webhookId: otherWebhook, state: 'succeeded' })).length === 4)

  expect(await pending()).toBeGreaterThan(20)
  await waitFor(held(1))
  const windows = world.deps.db.collection('rateWindows')
  await waitFor(async () => {
    await windows.updateMany({}, { $set: { startedAt: new Date(0) } })
    return (await pending()) === 0
  }, 60_000)
  await world.until('succeeded', 204)
  await waitFor(held(0))
  expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(204)
})
