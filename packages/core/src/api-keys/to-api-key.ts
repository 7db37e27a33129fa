import type { ApiKey } from '@inlet/contract'
import type { ApiKeyDoc } from './api-key-model.ts'

/** A key as it is listed, at a moment: past `expiresAt` it is expired. */
export function toApiKey(key: ApiKeyDoc, now: Date): ApiKey {
  const isExpired = key.expiresAt !== null && key.expiresAt <= now
  const state = isExpired ? 'expired' : 'active'
  return {
    id: key._id,
    serviceId: key.serviceId,
    name: key.name,
    scope: key.scope,
    livemode: key.isLive,
    prefix: key.prefix,
    lastFour: key.lastFour,
    state: key.revokedAt === null ? state : 'revoked',
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }
}
