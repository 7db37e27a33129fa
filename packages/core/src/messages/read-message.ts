import { AppError, type Message } from '@inlet/contract'
import { findClearedBefore } from '../addresses/find-address.ts'
import { assertOwns, type Caller } from '../caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { messageModel } from './message-model.ts'
import { listItemFields, toMessage } from './to-message.ts'

const detailFields = { ...listItemFields, serviceId: 1, textBody: 1, htmlBody: 1 } as const

/**
 * Reads one message in full and marks it read (specification sections 3 and 4.1).
 * @throws NOT_FOUND also for one that is expired, cleared away, or whose address is gone; FORBIDDEN `wrong_service`
 */
export async function readMessage(deps: Deps, caller: Caller, id: string): Promise<Message> {
  const messages = messageModel.in(deps.db)
  // By the id alone: any further condition costs the database a plan. Who is expired is decided here.
  const stored = await messages.findOne({ _id: id }, { projection: detailFields, maxTimeMS: readBudgetMs })
  const found = stored && stored.expiresAt > deps.clock.now() ? stored : null
  const clearedBefore = found ? await findClearedBefore(deps, found.addressId) : null
  if (!found || clearedBefore === null || id <= clearedBefore) throw new AppError('NOT_FOUND', 'No such message')
  assertOwns(caller, found.serviceId)

  if (!found.isRead) await messages.updateOne({ _id: id, isRead: false }, { $set: { isRead: true } })
  return toMessage({ ...found, isRead: true })
}
