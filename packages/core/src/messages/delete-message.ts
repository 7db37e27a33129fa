import { AppError } from '@inlet/contract'
import { type Caller, permitted } from '../access/caller.ts'
import { countDeletion } from '../addresses/touch-addresses.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { recordEvent } from '../events/record-event.ts'
import { enqueueSourceSweep } from './enqueue-sweep.ts'
import { listItemFields, messageModel } from './message-model.ts'
import { toMessageListItem } from './message-shapes.ts'
import { findVisibleMessage } from './read-message.ts'

const deletedFields = { ...listItemFields, serviceId: 1, isLive: 1, sourceId: 1, pendingEvent: 1 } as const

/**
 * Deletes a message, with its `message.deleted` event (specification section 4.2). A `message.received` event that is still pending in
 * the message is written first. A user needs the role admin.
 * @throws NOT_FOUND, also to the second of two simultaneous callers; FORBIDDEN `wrong_service`, `insufficient_role`
 */
export async function deleteMessage(deps: Deps, caller: Caller, id: string): Promise<void> {
  permitted(caller, await findVisibleMessage(deps, id), {
    role: 'admin',
    noun: 'message',
  })

  await inTransaction(deps.db, async (tx) => {
    const deleted = await messageModel
      .in(deps.db)
      .findOneAndDelete({ _id: id }, { session: tx, projection: deletedFields })
    if (!deleted) throw new AppError('NOT_FOUND', 'No such message')

    await countDeletion(deps, deleted.addressId, tx)
    const { serviceId, isLive, sourceId } = deleted
    const event = { serviceId, isLive, data: { ...toMessageListItem(deleted), serviceId } }
    if (deleted.pendingEvent) await recordEvent(deps, tx, { ...event, type: 'message.received' })
    await recordEvent(deps, tx, { ...event, type: 'message.deleted' })
    await enqueueSourceSweep(deps, sourceId === undefined ? [] : [sourceId], tx)
    // Neither subject nor sender: the content of a mail must not be kept in a log that is kept a year longer.
    const target = { kind: 'message', id, name: null } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'message.deleted', target })
  })
}
