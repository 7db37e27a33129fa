import { AppError } from '@inlet/contract'
import type { ApiKeyCaller } from '../access/caller.ts'
import { briefCache } from '../caching/brief-cache.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type ApiKeyDoc, apiKeyModel } from './api-key-model.ts'
import { hashApiKey, isWellFormedApiKey } from './api-key-value.ts'

/** `lastUsedAt` is written at most this often. */
const touchEveryMs = 60_000

/** Turns the value of `X-API-Key` into a caller. @throws UNAUTHORIZED `invalid_api_key` for an unknown, malformed, revoked or expired one */
export type AuthenticateApiKey = (value: string) => Promise<ApiKeyCaller>

/** Runs work that the request does not wait for, and logs its failures under this name. */
interface Background {
  run(name: string, work: () => Promise<void>): void
}

/** Makes a process's authenticator; a revoked key is refused within a second, an expired one at that moment. */
export function apiKeyAuthenticator(deps: Deps, background: Background): AuthenticateApiKey {
  const keys = briefCache<ApiKeyDoc>({
    clock: deps.clock,
    maxEntries: 50_000,
    load: (hash) => apiKeyModel.in(deps.db).findOne({ hash }, { maxTimeMS: readBudgetMs }),
  })
  return async (value) => {
    const key = isWellFormedApiKey(value) ? await keys.get(hashApiKey(value)) : null
    const now = deps.clock.now()
    if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= now)) {
      throw AppError.of('invalid_api_key')
    }
    if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() >= touchEveryMs) {
      // Set in the cached copy too, so that the next requests of this process do not write again.
      key.lastUsedAt = now
      background.run('touch-api-key', () => touchApiKey(deps, key._id, now))
    }
    return { kind: 'apiKey', keyId: key._id, serviceId: key.serviceId, scope: key.scope, isLive: key.isLive }
  }
}

/** Sets `lastUsedAt`; of several processes that try within a minute one writes. */
async function touchApiKey(deps: Deps, id: string, now: Date): Promise<void> {
  const due = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: new Date(now.getTime() - touchEveryMs) } }] }
  await apiKeyModel.in(deps.db).updateOne({ _id: id, ...due }, { $set: { lastUsedAt: now } })
}
