import type { World } from './world.ts'

const minuteMs = 60_000

type Part = Pick<World, 'deps' | 'tenant'>

/** Stores an event of the world's service that is to be dispatched. */
export async function storeEvent({ deps, tenant: { serviceId } }: Part): Promise<void> {
  const _id = deps.newId()
  const data = { id: _id, serviceId }
  const event = { _id, serviceId, isLive: true, type: 'message.deleted', data, createdAt: new Date(), isPending: true }
  await deps.db.collection<{ _id: string }>('events').insertOne(event)
}

/** Says that the world's service has had so many deliveries in the next minute: a count of the current one could end on the way. */
export async function countDeliveries({ deps, tenant: { serviceId } }: Part, count: number): Promise<void> {
  const startedAt = new Date(Math.ceil(Date.now() / minuteMs) * minuteMs)
  const expiresAt = new Date(startedAt.getTime() + 120_000)
  const window = { _id: `deliveries:${serviceId}`, startedAt, takenAt: startedAt, expiresAt, count, granted: count }
  await deps.db.collection<{ _id: string }>('rateWindows').replaceOne({ _id: window._id }, window, { upsert: true })
}
