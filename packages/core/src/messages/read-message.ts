import type { Message } from '@inlet/contract'
import { type Caller, permitted } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { findVisibleMessage } from './find-visible-message.ts'
import { messageModel } from './message-model.ts'
import { toMessage } from './to-message.ts'

/**
 * Reads one message in full and marks it read (specification sections 3 and 4.1). Asks a user for the role viewer.
 * @throws NOT_FOUND also for one that is expired, cleared away, or whose address is gone; FORBIDDEN `wrong_service`
 */
export async function readMessage(deps: Deps, caller: Caller, id: string): Promise<Message> {
  const stored = await findVisibleMessage(deps, id)
  const found = permitted(caller, stored, { role: 'viewer', noun: 'message' })

  const message = toMessage({ ...found, isRead: true })
  if (!found.isRead) {
    // By the id alone, since a further condition costs the database a plan; nothing ever takes the mark away.
    await messageModel.in(deps.db).updateOne({ _id: id }, { $set: { isRead: true } })
  }
  return message
}
