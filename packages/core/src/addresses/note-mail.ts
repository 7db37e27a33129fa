import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { addressModel } from './address-model.ts'

/**
 * Notes that mail came in: `lastMessageAt` moves on and the addresses are idle no more. Durable when it returns.
 * @returns the ids of addresses that are there no more
 */
export async function noteMail(deps: Deps, addressIds: Set<string>, receivedAt: Date): Promise<Set<string>> {
  const collection = addressModel.in(deps.db)
  const ids = [...addressIds]
  const { matchedCount } = await collection.updateMany(
    { _id: { $in: ids } },
    { $max: { lastMessageAt: receivedAt }, $unset: { idleUntil: '' } },
  )
  if (matchedCount === ids.length) return new Set()

  const present = await collection
    .find({ _id: { $in: ids } }, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  const there = new Set(present.map((address) => address._id))
  return new Set(ids.filter((id) => !there.has(id)))
}
