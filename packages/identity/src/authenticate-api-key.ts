import { faultAt } from '@inlet/contract'
import {
  type ApiKeyCaller,
  type ApiKeyDoc,
  briefCache,
  type Deps,
  findApiKeyByHash,
  isTouchDue,
  touchApiKey,
} from '@inlet/core'
import type { Background } from '@inlet/runtime'
import { hashApiKey, isWellFormedApiKey } from './api-key-format.ts'

/** Turns the value of `X-API-Key` into a caller. @throws UNAUTHORIZED `invalid_api_key` for an unknown, malformed, revoked or expired one */
export type AuthenticateApiKey = (value: string) => Promise<ApiKeyCaller>

/** Makes a process's authenticator; a revoked key is refused within a second, an expired one at that moment. */
export function apiKeyAuthenticator(deps: Deps, background: Background): AuthenticateApiKey {
  const keys = briefCache<ApiKeyDoc>({
    clock: deps.clock,
    maxEntries: 50_000,
    load: (hash) => findApiKeyByHash(deps, hash),
  })
  return async (value) => {
    const key = isWellFormedApiKey(value) ? await keys.get(hashApiKey(value)) : null
    const now = deps.clock.now()
    if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= now)) {
      throw faultAt('UNAUTHORIZED', {
        path: 'X-API-Key',
        code: 'invalid_api_key',
        message: 'This API key is not valid',
      })
    }
    if (isTouchDue(key.lastUsedAt, now)) {
      // The cached copy is what the next requests look at, until the stored one comes back with the note.
      key.lastUsedAt = now
      background.run('touch-api-key', () => touchApiKey(deps, key._id))
    }
    return { kind: 'apiKey', keyId: key._id, serviceId: key.serviceId, scope: key.scope, isLive: key.isLive }
  }
}
