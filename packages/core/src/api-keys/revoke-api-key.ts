import { AppError } from '@inlet/contract'
import { type Person, permitted } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { apiKeyModel } from './api-key-model.ts'

/**
 * Revokes a key; every process refuses it within a second. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `api_key_revoked` for one that is revoked already
 */
export async function revokeApiKey(deps: Deps, caller: Person, id: string): Promise<void> {
  const keys = apiKeyModel.in(deps.db)
  const stored = await keys.findOne({ _id: id }, { maxTimeMS: readBudgetMs })
  const { serviceId, name } = permitted(caller, stored, { role: 'admin', noun: 'API key' })
  await inTransaction(deps.db, async (tx) => {
    const revoked = { $set: { revokedAt: deps.clock.now() } }
    const { modifiedCount } = await keys.updateOne({ _id: id, revokedAt: null }, revoked, { session: tx })
    if (modifiedCount === 0) throw isRevoked()
    const target = { kind: 'apiKey', id, name } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'api_key.revoked', target })
  })
}

const isRevoked = () => AppError.of('api_key_revoked')

/**
 * Revokes a service's keys, by id or by name, without permission check or audit entry; every process refuses them within a second.
 * @returns how many were revoked
 */
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
