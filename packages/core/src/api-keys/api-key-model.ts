import { type ApiKey, apiKeyScopes } from '@inlet/contract'
import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** An API key: of its value only the hash is stored. */
export const apiKeyDoc = z.object({
  _id: z.string(),
  serviceId: z.string(),
  name: z.string(),
  scope: z.enum(apiKeyScopes),
  isLive: z.boolean(),
  /** SHA-256 of the whole key, hexadecimal. */
  hash: z.string(),
  /** `inlet_live_` or `inlet_test_`, and the last four characters: enough to tell keys apart in a list. */
  prefix: z.string(),
  lastFour: z.string(),
  createdAt: date,
  expiresAt: date.nullable(),
  revokedAt: date.nullable(),
  lastUsedAt: date.nullable(),
  /** The key that replaces this one, which may still work for the grace period. */
  replacedBy: z.string().optional(),
})
export type ApiKeyDoc = z.infer<typeof apiKeyDoc>

/** The collection of API keys. */
export const apiKeyModel = defineModel<ApiKeyDoc>({
  document: apiKeyDoc,
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
