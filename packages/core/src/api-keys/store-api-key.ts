import type { Deps } from '../deps.ts'
import { type ApiKeyDoc, apiKeyModel } from './api-key-model.ts'

type NewApiKey = Omit<ApiKeyDoc, '_id' | 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'> & { expiresAt?: Date }

/** Stores a key by its hash; whoever made the value shows it once and forgets it. */
export async function storeApiKey(deps: Deps, input: NewApiKey): Promise<ApiKeyDoc> {
  const key: ApiKeyDoc = {
    ...input,
    _id: deps.newId(),
    createdAt: deps.clock.now(),
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
  }
  await apiKeyModel.in(deps.db).insertOne(key)
  return key
}
