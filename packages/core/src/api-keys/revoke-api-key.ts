import { faultAt } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { type Person, permitted } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { apiKeyModel } from './api-key-model.ts'
import { findApiKey } from './find-api-key.ts'

/**
 * Revokes a key; every process refuses it within a second. Asks a user for the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `api_key_revoked` for one that is revoked already
 */
export async function revokeApiKey(deps: Deps, caller: Person, id: string): Promise<void> {
  const key = permitted(caller, await findApiKey(deps, id), { role: 'admin', noun: 'API key' })
  await inTransaction(deps.db, async (tx) => {
    const { modifiedCount } = await apiKeyModel
      .in(deps.db)
      .updateOne({ _id: id, revokedAt: null }, { $set: { revokedAt: deps.clock.now() } }, { session: tx })
    if (modifiedCount === 0) throw isRevoked()
    const target = { kind: 'apiKey', id, name: key.name } as const
    await recordAudit(deps, tx, { caller, serviceId: key.serviceId, action: 'api_key.revoked', target })
  })
}

const isRevoked = () =>
  faultAt('UNPROCESSABLE_CONTENT', { path: 'id', code: 'api_key_revoked', message: 'This key is revoked already' })
