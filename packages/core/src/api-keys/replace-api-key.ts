import { type ApiKey, faultAt } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { type Person, permitted } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { type ApiKeyDoc, apiKeyModel } from './api-key-model.ts'
import { findApiKey } from './find-api-key.ts'
import { type NewApiKey, storeApiKey } from './store-api-key.ts'
import { toApiKey } from './to-api-key.ts'

interface Replacement {
  id: string
  /** How long the old value works beside the new one, in seconds; 0 ends it within one. */
  graceSeconds: number
  /** Makes the new value's hash and ends, for a live or a test key. */
  newValue: (isLive: boolean) => Pick<NewApiKey, 'hash' | 'prefix' | 'lastFour'>
}

/** The new key, and the moment from which on the old one is refused. */
interface Replaced {
  key: ApiKey
  oldEndsAt: Date
}

/**
 * Puts a new key in the place of an old one, with its name, scope and expiry; the old one goes after the grace, or at its own expiry
 * if that is sooner. Asks a user for the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `api_key_not_active` for one that is revoked, expired or replaced
 */
export async function replaceApiKey(deps: Deps, caller: Person, wish: Replacement): Promise<Replaced> {
  const old = permitted(caller, await findApiKey(deps, wish.id), { role: 'admin', noun: 'API key' })
  const now = deps.clock.now()
  const { serviceId, name, scope, isLive, expiresAt } = old
  const oldEnd = endOf(old, wish.graceSeconds, now)
  return await inTransaction(deps.db, async (tx) => {
    const key = await storeApiKey(deps, { serviceId, name, scope, isLive, expiresAt, ...wish.newValue(isLive) }, tx)
    const isActive = {
      _id: old._id,
      revokedAt: null,
      replacedBy: { $exists: false },
      $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
    }
    const ended = { ...(wish.graceSeconds === 0 ? { revokedAt: now } : { expiresAt: oldEnd }), replacedBy: key._id }
    const { matchedCount } = await apiKeyModel.in(deps.db).updateOne(isActive, { $set: ended }, { session: tx })
    if (matchedCount === 0) throw notActive()

    const target = { kind: 'apiKey', id: old._id, name } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'api_key.rotated', target, note: key._id })
    return { key: toApiKey(key, now), oldEndsAt: oldEnd }
  })
}

function endOf(old: ApiKeyDoc, graceSeconds: number, now: Date): Date {
  const graceEnd = new Date(now.getTime() + graceSeconds * 1000)
  return old.expiresAt !== null && old.expiresAt < graceEnd ? old.expiresAt : graceEnd
}

const notActive = () =>
  faultAt('UNPROCESSABLE_CONTENT', {
    path: 'id',
    code: 'api_key_not_active',
    message: 'This key is revoked, expired or replaced already',
  })
