import type { Document } from 'mongodb'
import { findClearedBefore } from '../addresses/find-address.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type MessageDoc, messageModel } from './message-model.ts'

/** The message of this id, with the fields of the projection; null also where it is expired, cleared away, or its address is gone. */
export async function findVisibleMessage(deps: Deps, id: string, projection: Document): Promise<MessageDoc | null> {
  // By the id alone: any further condition costs the database a plan. Who is expired is decided here.
  const stored = await messageModel.in(deps.db).findOne({ _id: id }, { projection, maxTimeMS: readBudgetMs })
  if (!stored || stored.expiresAt <= deps.clock.now()) return null
  const clearedBefore = await findClearedBefore(deps, stored.addressId)
  return clearedBefore === null || id <= clearedBefore ? null : stored
}
