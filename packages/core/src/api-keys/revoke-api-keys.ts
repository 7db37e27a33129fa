import type { Deps } from '../deps.ts'
import { apiKeyModel } from './api-key-model.ts'

/** Revokes a service's keys, by id or by name; every process refuses them within a second. @returns how many were revoked */
export async function revokeApiKeys(
  deps: Deps,
  filter: { serviceId: string } & ({ id: string } | { names: string[] }),
): Promise<number> {
  const which = 'id' in filter ? { _id: filter.id } : { name: { $in: filter.names } }
  const { modifiedCount } = await apiKeyModel
    .in(deps.db)
    .updateMany({ serviceId: filter.serviceId, revokedAt: null, ...which }, { $set: { revokedAt: deps.clock.now() } })
  return modifiedCount
}
