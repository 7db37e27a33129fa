import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { addressModel } from './address-model.ts'

/**
 * Notes that mail came in: `lastMessageAt` moves on and the address is idle no more. Durable when it returns.
 * @returns the ids of addresses that are there no more
 */
export async function noteMail(deps: Deps, lastMessageAt: Map<string, Date>): Promise<Set<string>> {
  const collection = addressModel.in(deps.db)
  const updates = [...lastMessageAt].map(([_id, at]) => ({
    updateOne: { filter: { _id }, update: { $max: { lastMessageAt: at }, $unset: { idleUntil: '' as const } } },
  }))
  const { matchedCount } = await collection.bulkWrite(updates, { ordered: false })
  if (matchedCount === updates.length) return new Set()

  const ids = [...lastMessageAt.keys()]
  const present = await collection
    .find({ _id: { $in: ids } }, { projection: { _id: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  const there = new Set(present.map((address) => address._id))
  return new Set(ids.filter((id) => !there.has(id)))
}
