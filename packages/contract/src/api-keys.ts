import { z } from 'zod'
import { limits } from './limits.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { decimalInteger, timestampOut, ulid, ulidOut } from './scalars.ts'

/** Scopes of an API key, smallest first; each includes the ones before it (specification section 5). */
export const apiKeyScopes = ['read', 'write', 'admin'] as const
export const apiKeyScope = z.enum(apiKeyScopes)
export type ApiKeyScope = z.infer<typeof apiKeyScope>

/** Whether a key of scope `held` includes the scope `needed`. */
export const scopeIncludes = (held: ApiKeyScope, needed: ApiKeyScope): boolean =>
  apiKeyScopes.indexOf(held) >= apiKeyScopes.indexOf(needed)

/** Objects */

/** A key in a list, without its value. */
const apiKey = z.object({
  id: ulidOut,
  serviceId: ulidOut,
  name: z.string(),
  scope: apiKeyScope,
  livemode: z.boolean(),
  prefix: z.string(),
  lastFour: z.string(),
  state: z.enum(['active', 'revoked', 'expired']),
  createdAt: timestampOut,
  expiresAt: timestampOut.nullable(),
  revokedAt: timestampOut.nullable(),
  lastUsedAt: timestampOut.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

const shownOnce = apiKey.extend({ value: z.string().meta({ description: 'Shown this once.' }) })

/** Endpoints: GET /services/:id/api-keys */
export const listApiKeysInput = pageInput.extend({ id: ulid })
export const listApiKeysOutput = listEnvelope(apiKey)
export type ListApiKeysInput = z.infer<typeof listApiKeysInput>

/** Endpoints: POST /services/:id/api-keys */
export const createApiKeyInput = z.object({
  id: ulid,
  name: z.string().trim().min(1).max(limits.nameMaxChars),
  scope: apiKeyScope,
  livemode: z.boolean().default(true),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
})
export const createApiKeyOutput = dataEnvelope(shownOnce)
export type CreateApiKeyInput = z.infer<typeof createApiKeyInput>

/** Endpoints: POST /api-keys/:id/rotate */
export const rotateApiKeyInput = z.object({
  id: ulid,
  graceSeconds: decimalInteger(0, limits.keyGraceSecondsMax).default(limits.keyGraceSecondsDefault),
})
export const rotateApiKeyOutput = dataEnvelope(shownOnce)
export type RotateApiKeyInput = z.infer<typeof rotateApiKeyInput>

/** Endpoints: DELETE /api-keys/:id */
export const revokeApiKeyInput = z.object({ id: ulid })
