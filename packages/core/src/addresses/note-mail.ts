import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { addressModel } from './address-model.ts'

/** Mail for these addresses; `firstId` is the smallest id among its messages. */
export interface ArrivedMail {
  addressIds: Set<string>
  firstId: string
  receivedAt: Date
}

/** Addresses that took no note: deleted meanwhile, or cleared up to an id that is not below the messages'. */
export interface Unnoted {
  gone: Set<string>
  cleared: Set<string>
}

/** Notes that mail came in: `lastMessageAt` moves on and the addresses are idle no more. Durable when it returns. */
export async function touchAddresses(deps: Deps, { addressIds, firstId, receivedAt }: ArrivedMail): Promise<Unnoted> {
  const collection = addressModel.in(deps.db)
  const ids = [...addressIds]
  const isBelow = { $or: [{ clearedBefore: { $exists: false } }, { clearedBefore: { $lt: firstId } }] }
  const { matchedCount } = await collection.updateMany(
    { _id: { $in: ids }, ...isBelow },
    { $max: { lastMessageAt: receivedAt }, $unset: { idleUntil: '' } },
  )
  if (matchedCount === ids.length) return { gone: new Set(), cleared: new Set() }

  const present = await collection
    .find({ _id: { $in: ids } }, { projection: { clearedBefore: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  const there = new Set(present.map(({ _id }) => _id))
  const cleared = present.filter(({ clearedBefore }) => clearedBefore !== undefined && clearedBefore >= firstId)
  return { gone: new Set(ids.filter((id) => !there.has(id))), cleared: new Set(cleared.map(({ _id }) => _id)) }
}
