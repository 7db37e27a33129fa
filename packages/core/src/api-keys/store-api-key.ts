import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type ApiKeyDoc, apiKeyModel } from './api-key-model.ts'

/** A key before it is stored: what it is for, and the hash and the ends of its value. */
export type NewApiKey = Omit<
  ApiKeyDoc,
  '_id' | 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt' | 'replacedBy'
> & {
  expiresAt?: Date | null | undefined
}

/** Stores a key by its hash, and asks nobody; whoever made the value shows it once and forgets it. */
export async function storeApiKey(deps: Deps, input: NewApiKey, tx?: ClientSession): Promise<ApiKeyDoc> {
  const key: ApiKeyDoc = {
    ...input,
    _id: deps.newId(),
    createdAt: deps.clock.now(),
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
  }
  await apiKeyModel.in(deps.db).insertOne(key, tx ? { session: tx } : {})
  return key
}
