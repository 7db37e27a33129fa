import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { isStored } from './find-stored-copies.ts'
import { type MessageDoc, messageModel } from './message-model.ts'
import { orderSourceSweep } from './order-sweep.ts'

/**
 * Removes the copy of a message that is there already where it does not count as stored: cleared away or expired and not swept yet, or
 * without the large parts that it names.
 * @returns whether the way is free to store the message anew
 */
export async function removeHiddenTwin(deps: Deps, { addressId, dedupeKey }: MessageDoc): Promise<boolean> {
  const messages = messageModel.in(deps.db)
  const projection = { addressId: 1, expiresAt: 1, sourceId: 1 } as const
  const twin = await messages.findOne({ addressId, dedupeKey }, { projection, maxTimeMS: readBudgetMs })
  if (!twin) return true
  if (await isStored(deps, twin)) return false

  await removeCopy(deps, twin)
  return true
}

/** Removes a copy that was never acknowledged, or that nobody can read; what it names goes with the sweep. */
export async function removeCopy(deps: Deps, { _id, sourceId }: Pick<MessageDoc, '_id' | 'sourceId'>): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { deletedCount } = await messageModel.in(deps.db).deleteOne({ _id }, { session: tx })
    if (deletedCount > 0 && sourceId !== undefined) await orderSourceSweep(deps, [sourceId], tx)
  })
}
