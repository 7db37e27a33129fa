import { expect, test } from 'vitest'
import { startWebhookWorld, type WebhookWorld } from '../../test/webhook-world.ts'
import { Dispatcher } from './dispatcher.ts'

/** A dispatcher in a process that sends nothing itself. */
const startDispatcher = ({ deps }: WebhookWorld, warn: (fields: object) => void = () => {}) =>
  new Dispatcher({
    deps,
    log: { warn },
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

/** The database refuses all deliveries of these services. */
const refuseDeliveries = ({ deps }: WebhookWorld, serviceIds: string[]) =>
  deps.db.command({ collMod: 'deliveries', validator: { serviceId: { $nin: serviceIds } } })

test('services whose events cannot be dispatched have their turn like others: as many as a step has room for stop nobody', async () => {
  await using world = await startWebhookWorld()
  const dispatcher = startDispatcher(world)
  const broken = await manyServices(world, 20)
  const healthy = await manyServices(world, 5)
  await refuseDeliveries(world, broken)
  const step = () => dispatcher.step([...broken, ...healthy], null)

  await expect(step()).rejects.toThrow()
  const counts: number[] = []
  for (let number = 0; number < 4; number += 1) counts.push((await step()).count)

  expect(counts).toEqual([50, 50, 50, 50])
  const made = await world.deliveries()
  expect(new Set(made.map(({ serviceId }) => serviceId))).toEqual(new Set(healthy))
  expect(made).toHaveLength(400)
})

test('the error of each service that cannot be dispatched is logged, once in a minute, and delays no other', async () => {
  await using world = await startWebhookWorld()
  const logged: object[] = []
  const dispatcher = startDispatcher(world, (fields) => void logged.push(fields))
  const serviceIds = await manyServices(world, 4)
  const broken = serviceIds.slice(0, 2)
  await refuseDeliveries(world, broken)
  const expected = broken.map((serviceId) => ({ serviceId, error: expect.any(Error) }))

  const counts = []
  for (let step = 0; step < 3; step += 1) counts.push((await dispatcher.step(serviceIds, 40)).count)
  const first = logged.splice(0)
  world.clock.advance(60_000)
  await dispatcher.step(serviceIds, 40)

  expect(counts).toEqual([10, 10, 10])
  expect(first).toHaveLength(2)
  expect(first).toEqual(expect.arrayContaining(expected))
  expect(logged).toHaveLength(2)
  expect(logged).toEqual(expect.arrayContaining(expected))
})

test('where no service can be dispatched, each is logged, and the step fails', async () => {
  await using world = await startWebhookWorld()
  const logged: object[] = []
  const dispatcher = startDispatcher(world, (fields) => void logged.push(fields))
  const serviceIds = await manyServices(world, 2)
  await refuseDeliveries(world, serviceIds)

  await expect(dispatcher.step(serviceIds, 30)).rejects.toThrow()

  expect(logged.map((fields) => ('serviceId' in fields ? fields.serviceId : null)).sort()).toEqual(serviceIds.sort())
})
