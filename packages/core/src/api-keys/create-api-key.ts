import { type ApiKey, AppError, type CreateApiKeyInput } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Person } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockService } from '../services/find-services.ts'
import { type ApiKeyDoc, apiKeyModel, toApiKey } from './api-key-model.ts'
import { generateApiKey } from './api-key-value.ts'

interface NewApiKey extends Pick<ApiKeyDoc, 'serviceId' | 'name' | 'scope' | 'isLive'> {
  expiresAt?: Date | null
}

/** A key as it is stored, and its value, which is not stored and cannot be shown again. */
interface InsertedApiKey {
  key: ApiKeyDoc
  value: string
}

/** Stores a new key with a random value, without permission check or audit entry. */
export async function insertApiKey(deps: Deps, input: NewApiKey, tx?: ClientSession): Promise<InsertedApiKey> {
  const { serviceId, name, scope, isLive, expiresAt = null } = input
  const { value, hash, prefix, lastFour } = generateApiKey(isLive)
  const key: ApiKeyDoc = {
    _id: deps.newId(),
    ...{ serviceId, name, scope, isLive, hash, prefix, lastFour },
    createdAt: deps.clock.now(),
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  }
  await apiKeyModel.in(deps.db).insertOne(key, tx ? { session: tx } : {})
  return { key, value }
}

/** A key with its value, which is shown this once. */
export type ShownApiKey = ApiKey & { value: string }

/**
 * Creates a key of a service. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; BAD_REQUEST `expires_in_past`
 */
export async function createApiKey(deps: Deps, caller: Person, input: CreateApiKeyInput): Promise<ShownApiKey> {
  const { id: serviceId, name, scope, livemode: isLive } = input
  assertMay(caller, serviceId, 'admin')
  const now = deps.clock.now()
  const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt)
  if (expiresAt && expiresAt <= now) {
    throw AppError.of('expires_in_past')
  }

  return await inTransaction(deps.db, async (tx) => {
    await lockService(deps, tx, serviceId)
    const { key, value } = await insertApiKey(deps, { serviceId, name, scope, isLive, expiresAt }, tx)
    const target = { kind: 'apiKey', id: key._id, name } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'api_key.created', target, note: scope })
    return { ...toApiKey(key, now), value }
  })
}
