import {
  type ApiKey,
  AppError,
  type CreateApiKeyInput,
  type ListApiKeysInput,
  type Page,
  type RotateApiKeyInput,
} from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Person, permitted } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst, serviceListIndex } from '../paging/list-newest-first.ts'
import { assertServiceExists, lockService } from '../services/find-services.ts'
import { type ApiKeyDoc, apiKeyModel, toApiKey } from './api-key-model.ts'
import { generateApiKey } from './api-key-value.ts'

/** Lists a service's keys, newest first, revoked and expired ones too. @throws NOT_FOUND; BAD_REQUEST `invalid_cursor` */
export async function listApiKeys(deps: Deps, caller: Person, input: ListApiKeysInput): Promise<Page<ApiKey>> {
  assertMay(caller, input.id, 'viewer')
  await assertServiceExists(deps, input.id)
  const page = await listNewestFirst<ApiKeyDoc>(
    apiKeyModel.in(deps.db),
    { serviceId: input.id },
    {
      ...input,
      scope: { list: 'apiKeys', filters: { id: input.id } },
      index: serviceListIndex,
    },
  )
  const now = deps.clock.now()
  return { data: page.data.map((key) => toApiKey(key, now)), meta: page.meta }
}

interface NewApiKey extends Pick<ApiKeyDoc, 'serviceId' | 'name' | 'scope' | 'isLive'> {
  expiresAt?: Date | null
}

/** A key as it is stored, and its value, which is not stored and cannot be shown again. */
interface InsertedApiKey {
  key: ApiKeyDoc
  value: string
}

/** Stores a new key with a random value, without permission check or audit entry. */
export async function insertApiKey(deps: Deps, input: NewApiKey, tx?: ClientSession): Promise<InsertedApiKey> {
  const { serviceId, name, scope, isLive, expiresAt = null } = input
  const { value, hash, prefix, lastFour } = generateApiKey(isLive)
  const key: ApiKeyDoc = {
    _id: deps.newId(),
    ...{ serviceId, name, scope, isLive, hash, prefix, lastFour },
    createdAt: deps.clock.now(),
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  }
  await apiKeyModel.in(deps.db).insertOne(key, tx ? { session: tx } : {})
  return { key, value }
}

/** A key with its value, which is shown this once. */
type ShownApiKey = ApiKey & { value: string }

/**
 * Creates a key of a service. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; BAD_REQUEST `expires_in_past`
 */
export async function createApiKey(deps: Deps, caller: Person, input: CreateApiKeyInput): Promise<ShownApiKey> {
  const { id: serviceId, name, scope, livemode: isLive } = input
  assertMay(caller, serviceId, 'admin')
  const now = deps.clock.now()
  const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt)
  if (expiresAt && expiresAt <= now) {
    throw AppError.of('expires_in_past')
  }

  return await inTransaction(deps.db, async (tx) => {
    await lockService(deps, tx, serviceId)
    const { key, value } = await insertApiKey(deps, { serviceId, name, scope, isLive, expiresAt }, tx)
    const target = { kind: 'apiKey', id: key._id, name } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'api_key.created', target, note: scope })
    return { ...toApiKey(key, now), value }
  })
}

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

/**
 * Revokes a key; every process refuses it within a second. A user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `api_key_revoked` for one that is revoked already
 */
export async function revokeApiKey(deps: Deps, caller: Person, id: string): Promise<void> {
  const keys = apiKeyModel.in(deps.db)
  const stored = await keys.findOne({ _id: id }, { maxTimeMS: readBudgetMs })
  const { serviceId, name } = permitted(caller, stored, { role: 'admin', noun: 'API key' })
  await inTransaction(deps.db, async (tx) => {
    const revoked = { $set: { revokedAt: deps.clock.now() } }
    const { modifiedCount } = await keys.updateOne({ _id: id, revokedAt: null }, revoked, { session: tx })
    if (modifiedCount === 0) throw isRevoked()
    const target = { kind: 'apiKey', id, name } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'api_key.revoked', target })
  })
}

const isRevoked = () => AppError.of('api_key_revoked')

/**
 * Revokes a service's keys, by id or by name, without permission check or audit entry; every process refuses them within a second.
 * @returns how many were revoked
 */
export async function revokeApiKeys(
  deps: Deps,
  filter: { serviceId: string } & ({ id: string } | { names: string[] }),
): Promise<number> {
  const which = 'id' in filter ? { _id: filter.id } : { name: { $in: filter.names } }
  const { modifiedCount } = await apiKeyModel
    .in(deps.db)
    .updateMany({ serviceId: filter.serviceId, revokedAt: null, ...which }, { $set: { revokedAt: deps.clock.now() } })
  return modifiedCount
}

/** Deletes all keys of a service that is being deleted, without permission check or audit entry. @returns how many */
export async function deleteApiKeysOfService(deps: Deps, tx: ClientSession, serviceId: string): Promise<number> {
  const { deletedCount } = await apiKeyModel.in(deps.db).deleteMany({ serviceId }, { session: tx })
  return deletedCount
}
