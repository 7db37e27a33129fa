import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { addressModel } from './address-model.ts'

/** Mail that is being stored for these addresses; `firstId` is the smallest id among its messages. */
export interface ArrivedMail {
  addressIds: Set<string>
  firstId: string
  receivedAt: Date
}

/** Addresses that were not updated: deleted meanwhile, or cleared up to `firstId` or a later id. */
export interface UntouchedAddresses {
  gone: Set<string>
  cleared: Set<string>
}

/** Moves `lastMessageAt` of the addresses forward and ends their idle time. Durable when it returns. */
export async function touchAddresses(
  deps: Deps,
  { addressIds, firstId, receivedAt }: ArrivedMail,
): Promise<UntouchedAddresses> {
  const collection = addressModel.in(deps.db)
  const ids = [...addressIds]
  const isClearedBelow = { $or: [{ clearedBefore: { $exists: false } }, { clearedBefore: { $lt: firstId } }] }
  const { matchedCount } = await collection.updateMany(
    { _id: { $in: ids }, ...isClearedBelow },
    { $max: { lastMessageAt: receivedAt }, $unset: { idleUntil: '' } },
  )
  if (matchedCount === ids.length) return { gone: new Set(), cleared: new Set() }

  const present = await collection
    .find({ _id: { $in: ids } }, { projection: { clearedBefore: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  const presentIds = new Set(present.map(({ _id }) => _id))
  const cleared = present.filter(({ clearedBefore }) => clearedBefore !== undefined && clearedBefore >= firstId)
  return {
    gone: new Set(ids.filter((id) => !presentIds.has(id))),
    cleared: new Set(cleared.map(({ _id }) => _id)),
  }
}

/** Counts the deletion of one message at its address, inside the transaction that deletes it. */
export async function countDeletion(deps: Deps, id: string, tx: ClientSession): Promise<void> {
  await addressModel.in(deps.db).updateOne({ _id: id }, { $inc: { deletions: 1 } }, { session: tx })
}

/** Makes the messages of an address up to this id invisible to every reader, inside the transaction that leaves them to the sweep. */
export async function markCleared(
  deps: Deps,
  tx: ClientSession,
  { id, fullAddress, upTo }: { id: string; fullAddress: string; upTo: string },
): Promise<void> {
  const update = { $max: { clearedBefore: upTo } }
  await addressModel.in(deps.db).updateOne({ _id: id, fullAddress }, update, { session: tx })
}
