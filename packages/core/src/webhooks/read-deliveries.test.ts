import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { storedWebhook } from '../../test/stored-webhook.ts'
import { insertService } from '../services/manage-services.ts'
import { type DeliveryDoc, deliveryModel } from './delivery-model.ts'
import { listDeliveries } from './read-deliveries.ts'
import { testWebhook } from './test-webhook.ts'

type Filters = Partial<Parameters<typeof listDeliveries>[2]>

/** A webhook of a service with these deliveries, the oldest first. */
async function withDeliveries(
  { deps, operator, clock }: CoreWorld,
  serviceId: string,
  deliveries: Partial<DeliveryDoc>[],
) {
  const { _id: id } = await storedWebhook({ deps, serviceId })
  const made = await testWebhook(deps, operator, { id, event: 'message.received' })
  const stored = deliveryModel.in(deps.db)
  const one = await stored.findOneAndDelete({ _id: made.id })
  if (!one) throw new Error('no delivery')
  const rows: DeliveryDoc[] = []
  for (const fields of deliveries) {
    clock.advance(1)
    rows.unshift({ ...one, _id: deps.newId(), ...fields })
  }
  await stored.insertMany(rows)
  return { rows, list: (filters: Filters) => listDeliveries(deps, operator, { id, limit: 50, ...filters }) }
}

test("searches by state take their service's turns; failed ones, those of a type and searches of other services wait for none of them", async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const succeeded = { state: 'succeeded' } as const
  const { list } = await withDeliveries(world, serviceId, [succeeded])
  const other = await withDeliveries(world, (await insertService(deps, { name: 'Other' }))._id, [succeeded])
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = Array.from({ length: limits.searchesPerService }, () =>
    deps.searchQueue.quickLook({ serviceId, maxWaitMs: 0 }, () => promise),
  )

  const refused = expect(list(succeeded)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  const served = [
    await list({ state: 'failed' }),
    await list({ eventType: 'message.received' }),
    await other.list(succeeded),
  ]
  await refused
  resolve()
  await Promise.all(running)

  expect(served.map(({ data }) => data.length)).toEqual([0, 1, 1])
})

test('pages of a search by state and type miss nothing and repeat nothing', async () => {
  await using world = await startCoreWorld()
  const deliveries = Array.from({ length: 60 }, (_, n) => ({
    eventType: n % 2 === 0 ? ('message.received' as const) : ('message.deleted' as const),
    state: n % 3 === 0 ? ('pending' as const) : ('succeeded' as const),
  }))
  const { rows, list } = await withDeliveries(world, world.serviceId, deliveries)

  for (const filters of [{ state: 'succeeded' }, { state: 'pending', eventType: 'message.deleted' }] as const) {
    const listed: string[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const { data, meta }: Awaited<ReturnType<typeof list>> = await list({ ...filters, cursor, limit: 7 })
      listed.push(...data.map(({ id }) => id))
      cursor = meta.hasMore ? meta.cursor : undefined
    }
    const fitting = rows.filter(
      ({ state, eventType }) =>
        state === filters.state && (!('eventType' in filters) || eventType === filters.eventType),
    )
    expect(listed).toEqual(fitting.map(({ _id }) => _id))
  }
})
