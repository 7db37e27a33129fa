import { AppError, dayMs, limits } from '@inlet/contract'
import { type Caller, permitted } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { recordFeedEvent } from '../feed-events/feed-events.ts'
import { newestMessageId } from '../messages/message-arrivals.ts'
import { enqueueInboxSweeps } from '../sweep-orders/enqueue-sweep.ts'
import { type AddressDoc, addressModel, toAddressListItem } from './address-model.ts'
import { findAddress, findAddressByName } from './find-address.ts'

/**
 * Moves the far-future `expiresAt` of an address: the later of the stored one and ten years from now, plus ten minutes (specification
 * section 4.2), or plus the seconds that a visitor wants. A user needs the role admin, a visitor the owner's session.
 * @throws NOT_FOUND; FORBIDDEN `wrong_service`, `insufficient_role`, `wrong_session`; UNAUTHORIZED `session_required`
 */
export async function extendAddress(
  deps: Deps,
  caller: Caller,
  { id, extraSeconds = limits.extendSeconds }: { id: string; extraSeconds?: number },
): Promise<{ expiresAt: string }> {
  const need = { role: 'admin', noun: 'address', isForOwner: true } as const
  const address = permitted(caller, await findAddress(deps, id), need)

  const inTenYears = new Date(deps.clock.now().getTime() + limits.farFutureDays * dayMs)
  const later = { $add: [{ $max: ['$expiresAt', inTenYears] }, extraSeconds * 1000] }
  return await inTransaction(deps.db, async (tx) => {
    const extended = await addressModel
      .in(deps.db)
      .findOneAndUpdate({ _id: id }, [{ $set: { expiresAt: later } }], { session: tx, returnDocument: 'after' })
    if (!extended) throw new AppError('NOT_FOUND', 'No such address')
    const target = { kind: 'address', id, name: address.fullAddress } as const
    await recordAudit(deps, tx, { caller, serviceId: address.serviceId, action: 'address.extended', target })
    return { expiresAt: extended.expiresAt.toISOString() }
  })
}

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
  const upTo = await newestMessageId(deps, id)
  if (upTo === null) return
  await inTransaction(deps.db, async (tx) => {
    await addressModel.in(deps.db).updateOne({ _id: id }, { $max: { clearedBefore: upTo } }, { session: tx })
    await enqueueInboxSweeps(deps, [{ addressId: id, upTo }], tx)
    const target = { kind: 'address', id, name: fullAddress } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'address.cleared', target })
    await recordFeedEvent(deps, tx, { serviceId, content: { type: 'resync', data: null } })
  })
}

/**
 * Deletes an address and, for every reader at once, all its messages; the sweep removes them from the database later. A user needs the
 * role admin. @throws NOT_FOUND, also to the second of two simultaneous callers; FORBIDDEN `wrong_service`, `insufficient_role`
 */
export async function deleteAddress(deps: Deps, caller: Caller, id: string): Promise<void> {
  const address = permitted(caller, await findAddress(deps, id), { role: 'admin', noun: 'address' })

  await inTransaction(deps.db, async (tx) => {
    const { deletedCount } = await addressModel.in(deps.db).deleteOne({ _id: id }, { session: tx })
    if (deletedCount === 0) throw new AppError('NOT_FOUND', 'No such address')
    await enqueueInboxSweeps(deps, [{ addressId: id, upTo: null }], tx)
    const target = { kind: 'address', id, name: address.fullAddress } as const
    await recordAudit(deps, tx, { caller, serviceId: address.serviceId, action: 'address.deleted', target })
    const content = { type: 'address.deleted', data: toAddressListItem(address, 0) } as const
    await recordFeedEvent(deps, tx, { serviceId: address.serviceId, content })
  })
}
