import { AppError } from '@inlet/contract'
import { countDeletion } from '../addresses/note-deletion.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { type Caller, permitted } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { recordEvent } from '../events/record-event.ts'
import { findVisibleMessage } from './find-visible-message.ts'
import { messageModel } from './message-model.ts'
import { orderSourceSweep } from './order-sweep.ts'
import { listItemFields, toMessageListItem } from './to-message.ts'

const removedFields = { ...listItemFields, serviceId: 1, isLive: 1, sourceId: 1, pendingEvent: 1 } as const

/**
 * Deletes a message, with its `message.deleted` event (specification section 4.2); one whose `message.received` nobody has picked up
 * yet leaves that event behind first. Asks a user for the role admin.
 * @throws NOT_FOUND, to the second of two callers too; FORBIDDEN `wrong_service`, `insufficient_role`
 */
export async function deleteMessage(deps: Deps, caller: Caller, id: string): Promise<void> {
  permitted(caller, await findVisibleMessage(deps, id), {
    role: 'admin',
    noun: 'message',
  })

  await inTransaction(deps.db, async (tx) => {
    const removed = await messageModel
      .in(deps.db)
      .findOneAndDelete({ _id: id }, { session: tx, projection: removedFields })
    if (!removed) throw new AppError('NOT_FOUND', 'No such message')

    await countDeletion(deps, removed.addressId, tx)
    const { serviceId, isLive, sourceId } = removed
    const event = { serviceId, isLive, data: { ...toMessageListItem(removed), serviceId } }
    if (removed.pendingEvent) await recordEvent(deps, tx, { ...event, type: 'message.received' })
    await recordEvent(deps, tx, { ...event, type: 'message.deleted' })
    await orderSourceSweep(deps, sourceId === undefined ? [] : [sourceId], tx)
    // Neither subject nor sender: what a mail says does not belong into a log that outlives it by a year.
    const target = { kind: 'message', id, name: null } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'message.deleted', target })
  })
}
