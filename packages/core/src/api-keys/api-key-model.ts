import type { ApiKey, ApiKeyScope } from '@inlet/contract'
import { defineModel } from '../database/model.ts'

/** An API key: of its value only the hash is stored. */
export interface ApiKeyDoc {
  _id: string
  serviceId: string
  name: string
  scope: ApiKeyScope
  isLive: boolean
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string
  /** `inlet_live_` or `inlet_test_`, and the last four characters: enough to tell keys apart in a list. */
  prefix: string
  lastFour: string
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  /** The key that replaces this one, which may still work for the grace period. */
  replacedBy?: string
}

/** The collection of API keys. */
export const apiKeyModel = defineModel<ApiKeyDoc>({
  name: 'apiKeys',
  indexes: [
    // Authentication finds a key by it.
    { key: { hash: 1 }, unique: true },
    // The keys of one service, newest first.
    { key: { serviceId: 1, _id: -1 } },
  ],
})

/** The public shape of a key at a moment: past `expiresAt` it is expired. */
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
