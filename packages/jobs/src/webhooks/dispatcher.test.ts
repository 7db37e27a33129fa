import { expect, test } from 'vitest'
import { startWebhookWorld, type WebhookWorld } from '../../test/webhook-world.ts'
import { Dispatcher } from './dispatcher.ts'

/** A dispatcher in a process that sends nothing itself. */
const startDispatcher = ({ deps }: WebhookWorld) =>
  new Dispatcher({
    deps,
    queue: { reserve: () => false, release: () => {}, run: () => {} },
    wake: () => {},
    deliveriesPerMinute: 100_000,
  })

/** As many services with some events each and two webhooks. */
async function manyServices(world: WebhookWorld, count: number): Promise<string[]> {
  const serviceIds = Array.from({ length: count }, () => world.deps.newId())
  for (const serviceId of serviceIds) {
    for (const path of ['a', 'b']) await world.webhook(`https://hooks.example.com/${path}`, { serviceId })
    await world.events(40, serviceId)
  }
  return serviceIds
}

test('more services than a step has room for take turns, and one that comes waits for one round of the others at most', async () => {
  await using world = await startWebhookWorld()
  const dispatcher = startDispatcher(world)
  const busy = await manyServices(world, 50)
  const servedOf = async () => new Set((await world.deliveries()).map(({ serviceId }) => serviceId))

  const first = await dispatcher.step(busy, null)
  expect(first).toMatchObject({ count: 200, hasMore: true })
  expect((await servedOf()).size).toBe(20)
  await dispatcher.step(busy, null)
  await dispatcher.step(busy, null)
  expect((await servedOf()).size).toBe(50)

  const [newcomer = ''] = await manyServices(world, 1)
  for (let step = 0; step < 3; step += 1) await dispatcher.step([...busy, newcomer], null)
  expect(await servedOf()).toContain(newcomer)
})

test('while mails wait a step takes one event, of another service each time', async () => {
  await using world = await startWebhookWorld()
  const dispatcher = startDispatcher(world)
  const serviceIds = await manyServices(world, 3)

  for (let step = 0; step < 3; step += 1) expect(await dispatcher.step(serviceIds, 1)).toMatchObject({ count: 1 })

  const made = await world.deliveries()
  expect(new Set(made.map(({ serviceId }) => serviceId))).toEqual(new Set(serviceIds))
  expect(made).toHaveLength(6)
})
