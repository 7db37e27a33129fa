import { createHash, createHmac } from 'node:crypto'
import { hourMs, limits } from '@inlet/contract'
import type { World } from './world.ts'

/** Leaves the row of a creation whose process died in the middle of the call. @returns the id that was reserved for its address */
export async function leaveCrashedCall(world: World, key: string, body: Record<string, unknown>): Promise<string> {
  const [found] = await world.deps.db
    .collection<{ _id: string }>('apiKeys')
    .find({ serviceId: world.tenant.serviceId, scope: 'write' })
    .toArray()
  const rowId = createHash('sha256')
    .update(JSON.stringify([found?._id, 'POST /services/:id/addresses', key]))
    .digest('base64url')
  const sorted = Object.entries({ id: world.tenant.serviceId, ...body }).sort(([a], [b]) => (a < b ? -1 : 1))
  const reservedId = world.deps.newId()
  const now = world.clock.now().getTime()
  await world.deps.db.collection<{ _id: string; [field: string]: unknown }>('idempotencyKeys').insertOne({
    _id: rowId,
    bodyMac: createHmac('sha256', key).update(JSON.stringify(sorted)).digest('base64url'),
    reservedId,
    leaseId: world.deps.newId(),
    leaseUntil: new Date(now + limits.idempotencyLeaseSeconds * 1000),
    expiresAt: new Date(now + limits.idempotencyKeptHours * hourMs),
  })
  return reservedId
}
