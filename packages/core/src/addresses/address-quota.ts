import type { ClientSession } from 'mongodb'
import { assertRoom, quotaOf } from '../billing/quotas.ts'
import type { Deps } from '../deps.ts'
import { lockService } from '../services/find-services.ts'
import { countAddresses } from './find-address.ts'

/** So many are left that nobody needs to count for a while, in any process. */
const ampleRoom = 10_000
/** How many of them one process may make before it counts again, and after what time it does so anyway. */
const uncountedMax = 1_000
const uncountedMs = 60_000

/**
 * Whether a service may have `wanted` more addresses without a count in a transaction: its plan has no limit, or it is far away. Counting
 * hundreds of thousands takes long, so a count far from the limit is used for a minute or a thousand addresses of this process; with
 * up to ten processes the limit still holds exactly.
 */
export async function hasAmpleRoom(
  deps: Deps,
  service: { _id: string; plan?: string },
  wanted: number,
): Promise<boolean> {
  const limit = quotaOf(deps, service, 'addresses')
  if (limit === null) return true
  if (limit <= ampleRoom) return false

  const now = deps.clock.now().getTime()
  const room = deps.usage.addressRoom.get(service._id)
  if (room && room.until > now && room.left >= wanted) {
    room.left -= wanted
    return true
  }
  if (limit - (await countAddresses(deps, service._id)) <= ampleRoom) return false
  deps.usage.addressRoom.set(service._id, { until: now + uncountedMs, left: uncountedMax - wanted })
  return true
}

/** Whether a service has as many addresses as its plan allows, or more. */
export async function isFullOfAddresses(deps: Deps, service: { _id: string; plan?: string }): Promise<boolean> {
  const limit = quotaOf(deps, service, 'addresses')
  if (limit === null || (await hasAmpleRoom(deps, service, 0))) return false
  return (await countAddresses(deps, service._id)) >= limit
}

/** Refuses one more address where the plan has no room for it. @throws NOT_FOUND; PAYMENT_REQUIRED `quota_exceeded` */
export async function assertRoomForAddress(deps: Deps, tx: ClientSession, serviceId: string): Promise<void> {
  const service = await lockService(deps, tx, serviceId)
  await assertRoom(deps, tx, { service, name: 'addresses', count: countAddresses })
}
