import type { World } from './world.ts'

type Part = Pick<World, 'deps' | 'tenant'>

/** Stores an event of the world's service that is to be dispatched. */
export async function storeEvent({ deps, tenant: { serviceId } }: Part): Promise<void> {
  const _id = deps.newId()
  const data = { id: _id, serviceId }
  const event = { _id, serviceId, isLive: true, type: 'message.deleted', data, createdAt: new Date(), isPending: true }
  await deps.db.collection<{ _id: string }>('events').insertOne(event)
}

/** Says that the world's service has had so many deliveries in a minute that begins now. */
export async function countDeliveries({ deps, tenant: { serviceId } }: Part, count: number): Promise<void> {
  const startedAt = new Date()
  const expiresAt = new Date(startedAt.getTime() + 120_000)
  const window = { _id: `deliveries:${serviceId}`, startedAt, takenAt: startedAt, expiresAt, count, granted: count }
  await deps.db.collection<{ _id: string }>('rateWindows').replaceOne({ _id: window._id }, window, { upsert: true })
}
