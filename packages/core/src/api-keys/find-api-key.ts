import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type ApiKeyDoc, apiKeyModel } from './api-key-model.ts'

/** The key with this SHA-256 (hexadecimal), revoked and expired ones too, or null. */
export function findApiKeyByHash(deps: Deps, hash: string): Promise<ApiKeyDoc | null> {
  return apiKeyModel.in(deps.db).findOne({ hash }, { maxTimeMS: readBudgetMs })
}

/** The key with this id, revoked and expired ones too, or null. */
export function findApiKey(deps: Deps, id: string): Promise<ApiKeyDoc | null> {
  return apiKeyModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
}
