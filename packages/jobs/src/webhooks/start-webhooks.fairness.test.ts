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
