import { type Caller, permitted } from '../access/caller.ts'
import type { AddressDoc } from '../addresses/address-model.ts'
import { findAddress, findAddressByName } from '../addresses/find-address.ts'
import { markCleared } from '../addresses/touch-addresses.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { recordFeedEvent } from '../feed-events/feed-events.ts'
import { enqueueInboxSweeps } from '../sweep-orders/enqueue-sweep.ts'
import { newestMessage } from './message-arrivals.ts'

/**
 * Removes all messages of an inbox for every reader at once; the address stays, and so does mail that is committed later. A user needs
 * the role admin, a visitor the owner's session where there is an owner.
 * @throws NOT_FOUND; FORBIDDEN `wrong_service`, `insufficient_role`, `wrong_session`; UNAUTHORIZED `session_required`
 */
export async function clearInbox(deps: Deps, caller: Caller, id: string): Promise<void> {
  await clear(deps, caller, await findAddress(deps, id))
}

/** The same for the inbox of this full address, folded. @throws as `clearInbox` */
export async function clearInboxByName(deps: Deps, caller: Caller, fullAddress: string): Promise<void> {
  await clear(deps, caller, await findAddressByName(deps, fullAddress))
}

async function clear(deps: Deps, caller: Caller, found: AddressDoc | null): Promise<void> {
  const { _id: id, serviceId, fullAddress } = permitted(caller, found, { role: 'admin', noun: 'address' })

  // The newest stored id and not the current time: the clock of the process that receives mail may be behind this one's.
  const newest = await newestMessage(deps, id)
  if (newest === null) return
  const { _id: upTo, receivedAt } = newest
  await inTransaction(deps.db, async (tx) => {
    await markCleared(deps, tx, { id, fullAddress, upTo, receivedAt })
    await enqueueInboxSweeps(deps, [{ addressId: id, upTo }], tx)
    const target = { kind: 'address', id, name: fullAddress } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'address.cleared', target })
    await recordFeedEvent(deps, tx, { serviceId, content: { type: 'resync', data: null } })
  })
}
