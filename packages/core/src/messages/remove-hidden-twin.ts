import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { isHidden } from './find-stored-copies.ts'
import { type MessageDoc, messageModel } from './message-model.ts'
import { orderSourceSweep } from './order-sweep.ts'

/**
 * Removes the stored copy of a message where no reader can see it any more: cleared away or expired, but not swept yet.
 * @returns whether the way is free to store the message anew
 */
export async function removeHiddenTwin(deps: Deps, { addressId, dedupeKey }: MessageDoc): Promise<boolean> {
  const messages = messageModel.in(deps.db)
  const projection = { addressId: 1, expiresAt: 1, sourceId: 1 } as const
  const twin = await messages.findOne({ addressId, dedupeKey }, { projection, maxTimeMS: readBudgetMs })
  if (!twin) return true
  if (!(await isHidden(deps, twin))) return false

  const { _id, sourceId } = twin
  await inTransaction(deps.db, async (tx) => {
    const { deletedCount } = await messages.deleteOne({ _id }, { session: tx })
    if (deletedCount > 0 && sourceId !== undefined) await orderSourceSweep(deps, [sourceId], tx)
  })
  return true
}
