import { findClearedBefore } from '../addresses/find-address.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type MessageDoc, messageModel } from './message-model.ts'

/**
 * Removes the stored copy of a message where no reader can see it any more: cleared away or expired, but not swept yet.
 * @returns whether the way is free to store the message anew
 */
export async function removeHiddenTwin(deps: Deps, { addressId, dedupeKey }: MessageDoc): Promise<boolean> {
  const messages = messageModel.in(deps.db)
  const [twin, clearedBefore] = await Promise.all([
    messages.findOne({ addressId, dedupeKey }, { projection: { expiresAt: 1 }, maxTimeMS: readBudgetMs }),
    findClearedBefore(deps, addressId),
  ])
  if (!twin) return true

  const isHidden = twin.expiresAt <= deps.clock.now() || twin._id <= (clearedBefore ?? '')
  if (isHidden) await messages.deleteOne({ _id: twin._id })
  return isHidden
}
