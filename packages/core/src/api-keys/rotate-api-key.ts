import { AppError, type RotateApiKeyInput } from '@inlet/contract'
import { type Person, permitted } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { type ApiKeyDoc, apiKeyModel, toApiKey } from './api-key-model.ts'
import { insertApiKey, type ShownApiKey } from './create-api-key.ts'

/** The new key, and when the one that it replaces stops working, as ISO 8601. */
type RotatedApiKey = ShownApiKey & { replaces: { id: string; endsAt: string } }

/**
 * Creates a key that replaces an old one, with its name, scope and expiry. The old value works for `graceSeconds` more, or until its own
 * expiry if that is sooner; with 0 it stops within a second. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `api_key_not_active` for one that is revoked, expired or replaced
 */
export async function rotateApiKey(deps: Deps, caller: Person, input: RotateApiKeyInput): Promise<RotatedApiKey> {
  const { id, graceSeconds } = input
  const stored = await apiKeyModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
  const old = permitted(caller, stored, { role: 'admin', noun: 'API key' })
  const now = deps.clock.now()
  const { serviceId, name, scope, isLive, expiresAt } = old
  const endsAt = endOf(old, graceSeconds, now)
  return await inTransaction(deps.db, async (tx) => {
    const { key, value } = await insertApiKey(deps, { serviceId, name, scope, isLive, expiresAt }, tx)
    const isActive = {
      _id: id,
      revokedAt: null,
      replacedBy: { $exists: false },
      $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
    }
    const ended = { ...(graceSeconds === 0 ? { revokedAt: now } : { expiresAt: endsAt }), replacedBy: key._id }
    const { matchedCount } = await apiKeyModel.in(deps.db).updateOne(isActive, { $set: ended }, { session: tx })
    if (matchedCount === 0) throw notActive()

    const target = { kind: 'apiKey', id, name } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'api_key.rotated', target, note: key._id })
    return { ...toApiKey(key, now), value, replaces: { id, endsAt: endsAt.toISOString() } }
  })
}

function endOf(old: ApiKeyDoc, graceSeconds: number, now: Date): Date {
  const graceEnd = new Date(now.getTime() + graceSeconds * 1000)
  return old.expiresAt !== null && old.expiresAt < graceEnd ? old.expiresAt : graceEnd
}

const notActive = () => AppError.of('api_key_not_active')
