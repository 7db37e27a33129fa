import { type ApiKey, faultAt } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { assertMay, type Person } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockService } from '../services/lock-service.ts'
import { type NewApiKey, storeApiKey } from './store-api-key.ts'
import { toApiKey } from './to-api-key.ts'

/**
 * Stores a new key of a service. Asks a user for the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; BAD_REQUEST `expires_in_past`
 */
export async function addApiKey(deps: Deps, caller: Person, input: NewApiKey): Promise<ApiKey> {
  const { serviceId } = input
  assertMay(caller, serviceId, 'admin')
  const now = deps.clock.now()
  if (input.expiresAt && input.expiresAt <= now) {
    throw faultAt('BAD_REQUEST', { path: 'expiresAt', code: 'expires_in_past', message: 'expiresAt has passed' })
  }

  return await inTransaction(deps.db, async (tx) => {
    await lockService(deps, tx, serviceId)
    const key = await storeApiKey(deps, input, tx)
    const target = { kind: 'apiKey', id: key._id, name: key.name } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'api_key.created', target, note: key.scope })
    return toApiKey(key, now)
  })
}
