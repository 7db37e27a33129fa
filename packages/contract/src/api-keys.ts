import { z } from 'zod'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { decimalInteger, nameOf, timestampOut, ulid, ulidOut } from './scalars.ts'

/** Scopes of an API key, smallest first; each includes the ones before it (specification section 5). */
export const apiKeyScopes = ['read', 'write', 'admin'] as const
export const apiKeyScope = z.enum(apiKeyScopes)
export type ApiKeyScope = z.infer<typeof apiKeyScope>

/** Whether a key of scope `held` includes the scope `needed`. */
export const scopeIncludes = (held: ApiKeyScope, needed: ApiKeyScope): boolean =>
  apiKeyScopes.indexOf(held) >= apiKeyScopes.indexOf(needed)

/** Objects */

/** A key in a list, without its value. */
const apiKeyFields = z.object({
  id: ulidOut,
  serviceId: ulidOut,
  name: z.string(),
  scope: apiKeyScope.meta({ description: 'Each scope includes the ones before it.' }),
  livemode: z.boolean().meta({ description: 'False for a test key: everything it creates has `livemode` false.' }),
  prefix: z.string().meta({ description: 'The first characters of the value.' }),
  lastFour: z.string().meta({ description: 'How it ends.' }),
  state: z.enum(['active', 'revoked', 'expired']).meta({ description: 'Only an active key is accepted.' }),
  createdAt: timestampOut,
  expiresAt: timestampOut.nullable().meta({ description: 'When it stops working; null if it never expires.' }),
  revokedAt: timestampOut.nullable(),
  lastUsedAt: timestampOut.nullable().meta({ description: 'Written at most once a minute.' }),
})

const shown = {
  id: example.apiKeyId,
  serviceId: example.serviceId,
  name: 'CI',
  scope: 'write',
  livemode: true,
  prefix: 'inlet_live_',
  lastFour: 'x7Qa',
  state: 'active',
  createdAt: example.createdAt,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
}
const value = 'inlet_live_…x7Qa'

const apiKey = apiKeyFields.meta({
  id: 'ApiKey',
  description: 'An API key of a service, without its value.',
  examples: [{ ...shown, lastUsedAt: example.receivedAt }],
})
export type ApiKey = z.infer<typeof apiKey>

const valueOnce = z
  .string()
  .meta({ description: 'The key itself. Only its hash is stored, so this is the only time it is shown.' })

const createdApiKey = apiKeyFields.extend({ value: valueOnce }).meta({
  id: 'CreatedApiKey',
  description: 'A new API key, with its value.',
  examples: [{ ...shown, value }],
})

const rotatedApiKey = apiKeyFields
  .extend({
    value: valueOnce,
    replaces: z.object({
      id: ulidOut.meta({ description: 'The old key.' }),
      endsAt: timestampOut.meta({ description: 'When the old key stops working.' }),
    }),
  })
  .meta({
    id: 'RotatedApiKey',
    description: 'The new API key with its value, and the time at which the old one stops working.',
    examples: [
      {
        ...shown,
        id: example.newApiKeyId,
        value,
        replaces: { id: example.apiKeyId, endsAt: example.receivedAt },
      },
    ],
  })

const serviceId = ulid.meta({ description: 'The service.', examples: [example.serviceId] })
const keyId = ulid.meta({ description: 'The API key.', examples: [example.apiKeyId] })

/** Endpoints: GET /services/:id/api-keys */
export const listApiKeysInput = pageInput.extend({ id: serviceId })
export const listApiKeysOutput = listEnvelope(apiKey)
export type ListApiKeysInput = z.infer<typeof listApiKeysInput>

/** Endpoints: POST /services/:id/api-keys */
export const createApiKeyInput = z
  .object({
    id: serviceId,
    name: nameOf(limits.nameMaxChars).meta({ description: 'A display name.' }),
    scope: apiKeyScope.meta({ description: 'Each scope includes the ones before it.' }),
    livemode: z.boolean().default(true).meta({ description: 'False makes a test key.' }),
    expiresAt: z.iso
      .datetime({ offset: true })
      .meta({ description: 'When it stops working. Without it the key works until it is revoked.' })
      .optional(),
  })
  .meta({ examples: [{ name: 'CI', scope: 'write' }] })
export const createApiKeyOutput = dataEnvelope(createdApiKey)
export type CreateApiKeyInput = z.infer<typeof createApiKeyInput>

/** Endpoints: POST /api-keys/:id/rotate */
export const rotateApiKeyInput = z
  .object({
    id: keyId,
    graceSeconds: decimalInteger(0, limits.keyGraceSecondsMax)
      .default(limits.keyGraceSecondsDefault)
      .meta({ description: 'How long the old value keeps working, at most until it expires.' }),
  })
  .meta({ examples: [{ graceSeconds: 3600 }] })
export const rotateApiKeyOutput = dataEnvelope(rotatedApiKey)
export type RotateApiKeyInput = z.infer<typeof rotateApiKeyInput>

/** Endpoints: DELETE /api-keys/:id */
export const revokeApiKeyInput = z.object({ id: keyId })
