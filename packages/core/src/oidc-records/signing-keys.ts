import type { ClientSession } from 'mongodb'
import { endEveryLogin } from '../accounts/end-every-login.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { OperatorCaller } from '../caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/faults.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { type SigningKeyDoc, signingKeyModel } from './signing-key-model.ts'

/** What is made anew for each key; `kid` names the pair. */
export interface NewSigningKey {
  kid: string
  privateJwk: string
  cookieSecret: string
}

/** The keys whose signatures are still believed, newest first; the first one signs. Empty before the first start. */
export function listSigningKeys(deps: Deps): Promise<SigningKeyDoc[]> {
  const stillBelieved = { $or: [{ expiresAt: null }, { expiresAt: { $gt: deps.clock.now() } }] }
  return signingKeyModel
    .in(deps.db)
    .find(stillBelieved, { sort: { generation: -1 }, maxTimeMS: readBudgetMs })
    .toArray()
}

/** How a new key follows the others. */
export interface Succession {
  /** The `kid` that signs until now, null before the first start. */
  successorTo: string | null
  /** How long the others go on being believed; null is for a key that fell into wrong hands: then they are not, and every login ends. */
  keptSeconds: number | null
  /** Who rotates the keys, for the audit log; null where the first start makes one. */
  caller: OperatorCaller | null
}

/**
 * Puts a key in front of all others, in one act with all that this ends and with its entry in the audit log.
 * @returns false where another process was quicker: then its key signs, and this one is nowhere
 */
export async function createSigningKey(deps: Deps, key: NewSigningKey, succession: Succession): Promise<boolean> {
  try {
    return await inTransaction(deps.db, (tx) => succeed(deps, tx, { ...succession, key }))
  } catch (error) {
    if (isDuplicateKey(error, 'generation')) return false
    throw error
  }
}

async function succeed(
  deps: Deps,
  tx: ClientSession,
  { key, successorTo, keptSeconds, caller }: Succession & { key: NewSigningKey },
): Promise<boolean> {
  const collection = signingKeyModel.in(deps.db)
  const now = deps.clock.now()
  const [newest] = await collection.find({}, { session: tx, sort: { generation: -1 }, limit: 1 }).toArray()
  if ((newest?._id ?? null) !== successorTo) return false

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
