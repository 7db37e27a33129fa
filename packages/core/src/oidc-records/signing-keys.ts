import type { ClientSession } from 'mongodb'
import { endEveryLogin } from '../accounts/end-every-login.ts'
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

/**
 * Puts a key in front of all others. Those go on being believed for `keptSeconds`; `null` is for a key that fell into wrong hands: then
 * they are not believed any more, and in the same act every login ends.
 * @param successorTo the `kid` that signs until now, null before the first start
 * @returns false where another process was quicker: then its key signs, and this one is nowhere
 */
export async function addSigningKey(
  deps: Deps,
  key: NewSigningKey,
  { successorTo, keptSeconds }: { successorTo: string | null; keptSeconds: number | null },
): Promise<boolean> {
  try {
    return await inTransaction(deps.db, (tx) => succeed(deps, { key, successorTo, keptSeconds, tx }))
  } catch (error) {
    if (isDuplicateKey(error, 'generation')) return false
    throw error
  }
}

interface Succession {
  key: NewSigningKey
  successorTo: string | null
  keptSeconds: number | null
  tx: ClientSession
}

async function succeed(deps: Deps, { key, successorTo, keptSeconds, tx }: Succession): Promise<boolean> {
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
  return true
}
