import { AppError } from '@inlet/contract'
import { type Caller, permitted } from '../access/caller.ts'
import { countDeletion } from '../addresses/touch-addresses.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { recordFeedEvent } from '../feed-events/feed-events.ts'
import { enqueueSourceSweep } from '../sweep-orders/enqueue-sweep.ts'
import { recordEvent } from '../webhooks/stored-events.ts'
import { listItemFields, messageModel } from './message-model.ts'
import { toMessageListItem } from './message-shapes.ts'
import { findVisibleMessage } from './read-message.ts'

const deletedFields = { ...listItemFields, serviceId: 1, isLive: 1, sourceId: 1, pendingEvent: 1 } as const

/**
 * Deletes a message, with its `message.deleted` event (specification section 4.2), which a visitor's deletion does not have (section 6). A
 * `message.received` event that is still pending in the message is written first. A user needs the role admin, a visitor the owner's session
 * where the inbox has an owner.
 * @throws NOT_FOUND, also to the second of two simultaneous callers; FORBIDDEN `wrong_service`, `insufficient_role`, `wrong_session`;
 * UNAUTHORIZED `session_required`
 */
export async function deleteMessage(deps: Deps, caller: Caller, id: string): Promise<void> {
  const { addressId } = permitted(caller, await findVisibleMessage(deps, id), {
    role: 'admin',
    noun: 'message',
  })

  await inTransaction(deps.db, async (tx) => {
    const deleted = await messageModel
      .in(deps.db)
      .findOneAndDelete({ _id: id, addressId }, { session: tx, projection: deletedFields })
    if (!deleted) throw new AppError('NOT_FOUND', 'No such message')

    await countDeletion(deps, tx, deleted)
    const { serviceId, isLive, sourceId } = deleted
    const data = toMessageListItem(deleted)
    const event = { serviceId, isLive, data: { ...data, serviceId } }
    if (deleted.pendingEvent) await recordEvent(deps, tx, { ...event, type: 'message.received' })
    // Live feeds report it in both cases; of the event for webhooks they know by themselves.
    if (caller.kind !== 'visitor') await recordEvent(deps, tx, { ...event, type: 'message.deleted' })
    else await recordFeedEvent(deps, tx, { serviceId, content: { type: 'message.deleted', data } })
    await enqueueSourceSweep(deps, sourceId === undefined ? [] : [sourceId], { tx })
    // Neither subject nor sender: the content of a mail must not be kept in a log that is kept a year longer.
    const target = { kind: 'message', id, name: null } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'message.deleted', target })
  })
}
