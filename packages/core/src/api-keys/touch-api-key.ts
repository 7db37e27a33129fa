import type { Deps } from '../deps.ts'
import { apiKeyModel } from './api-key-model.ts'

const touchEveryMs = 60_000

/** Whether `lastUsedAt` is so old that a use is worth a write: at most once a minute. */
export function isTouchDue(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= touchEveryMs
}

/** Notes the use of a key; of several processes that try in one minute one writes. */
export async function touchApiKey(deps: Deps, id: string): Promise<void> {
  const now = deps.clock.now()
  const due = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: new Date(now.getTime() - touchEveryMs) } }] }
  await apiKeyModel.in(deps.db).updateOne({ _id: id, ...due }, { $set: { lastUsedAt: now } })
}
