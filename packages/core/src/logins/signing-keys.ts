import type { ClientSession } from 'mongodb'
import type { OperatorCaller } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { endEveryLogin } from './manage-accounts.ts'
import { type SigningKeyDoc, signingKeyModel } from './signing-key-model.ts'

/** A new key pair, identified by `kid`, with its cookie secret. */
export interface NewSigningKey {
  kid: string
  privateJwk: string
  cookieSecret: string
}

/** The keys whose signatures are still accepted, newest first; the first one signs. Empty before the first start. */
export function listSigningKeys(deps: Deps): Promise<SigningKeyDoc[]> {
  const accepted = { $or: [{ expiresAt: null }, { expiresAt: { $gt: deps.clock.now() } }] }
  return signingKeyModel
    .in(deps.db)
    .find(accepted, { sort: { generation: -1 }, maxTimeMS: readBudgetMs })
    .toArray()
}

/** How a new key replaces the others. */
export interface KeyRotation {
  /** The `kid` of the current key, null before the first start. */
  replaces: string | null
  /** How long the signatures of the others stay accepted, in seconds; null for a stolen key: not at all, and every login ends. */
  keptSeconds: number | null
  /** The operator, for the audit log; null for the key of the first start. */
  caller: OperatorCaller | null
}

/**
 * Stores a new current key and ends the others, with an audit entry, in one transaction.
 * @returns false where another process rotated the keys first: then this key is not stored
 */
export async function createSigningKey(deps: Deps, key: NewSigningKey, rotation: KeyRotation): Promise<boolean> {
  try {
    return await inTransaction(deps.db, (tx) => rotate(deps, tx, { ...rotation, key }))
  } catch (error) {
    if (isDuplicateKey(error, 'generation')) return false
    throw error
  }
}

async function rotate(
  deps: Deps,
  tx: ClientSession,
  { key, replaces, keptSeconds, caller }: KeyRotation & { key: NewSigningKey },
): Promise<boolean> {
  const collection = signingKeyModel.in(deps.db)
  const now = deps.clock.now()
  const [newest] = await collection.find({}, { session: tx, sort: { generation: -1 }, limit: 1 }).toArray()
  if ((newest?._id ?? null) !== replaces) return false

  const { kid, ...secrets } = key
  const generation = (newest?.generation ?? 0) + 1
  await collection.insertOne({ _id: kid, ...secrets, generation, createdAt: now, expiresAt: null }, { session: tx })
  const keptUntil = new Date(now.getTime() + (keptSeconds ?? 0) * 1000)
  await collection.updateMany(
    { generation: { $lt: generation }, $or: [{ expiresAt: null }, { expiresAt: { $gt: keptUntil } }] },
    { $set: { expiresAt: keptUntil } },
    { session: tx },
  )
  if (keptSeconds === null) await endEveryLogin(deps, tx)
  const target = { kind: 'signingKey', id: kid, name: null } as const
  if (caller) await recordAudit(deps, tx, { caller, serviceId: null, action: 'signing_key.rotated', target })
  return true
}
