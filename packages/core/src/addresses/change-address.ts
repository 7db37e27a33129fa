import { AppError, dayMs, limits } from '@inlet/contract'
import { type Caller, permitted } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { recordFeedEvent } from '../feed-events/feed-events.ts'
import { enqueueInboxSweeps } from '../sweep-orders/enqueue-sweep.ts'
import { addressModel, toAddressListItem } from './address-model.ts'
import { findAddress } from './find-address.ts'

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

  const { fullAddress } = address
  const inTenYears = new Date(deps.clock.now().getTime() + limits.farFutureDays * dayMs)
  const later = { $add: [{ $max: ['$expiresAt', inTenYears] }, extraSeconds * 1000] }
  return await inTransaction(deps.db, async (tx) => {
    const extended = await addressModel
      .in(deps.db)
      .findOneAndUpdate({ _id: id, fullAddress }, [{ $set: { expiresAt: later } }], {
        session: tx,
        returnDocument: 'after',
      })
    if (!extended) throw new AppError('NOT_FOUND', 'No such address')
    const target = { kind: 'address', id, name: fullAddress } as const
    await recordAudit(deps, tx, { caller, serviceId: address.serviceId, action: 'address.extended', target })
    return { expiresAt: extended.expiresAt.toISOString() }
  })
}

/**
 * Deletes an address and, for every reader at once, all its messages; the sweep removes them from the database later. A user needs the
 * role admin. @throws NOT_FOUND, also to the second of two simultaneous callers; FORBIDDEN `wrong_service`, `insufficient_role`
 */
export async function deleteAddress(deps: Deps, caller: Caller, id: string): Promise<void> {
  const address = permitted(caller, await findAddress(deps, id), { role: 'admin', noun: 'address' })

  const { fullAddress } = address
  await inTransaction(deps.db, async (tx) => {
    const { deletedCount } = await addressModel.in(deps.db).deleteOne({ _id: id, fullAddress }, { session: tx })
    if (deletedCount === 0) throw new AppError('NOT_FOUND', 'No such address')
    await enqueueInboxSweeps(deps, [{ addressId: id, upTo: null }], tx)
    const target = { kind: 'address', id, name: fullAddress } as const
    await recordAudit(deps, tx, { caller, serviceId: address.serviceId, action: 'address.deleted', target })
    const content = { type: 'address.deleted', data: toAddressListItem(address, 0) } as const
    await recordFeedEvent(deps, tx, { serviceId: address.serviceId, content })
  })
}
