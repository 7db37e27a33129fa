import { AppError, dayMs, limits } from '@inlet/contract'
import { type Caller, permitted } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { addressModel } from './address-model.ts'
import { findAddress } from './find-address.ts'

/**
 * Moves the far-future `expiresAt` of an address: the later of the stored one and ten years from now, plus ten minutes (specification
 * section 4.2). A user needs the role admin. @throws NOT_FOUND; FORBIDDEN `wrong_service`, `insufficient_role`
 */
export async function extendAddress(deps: Deps, caller: Caller, id: string): Promise<{ expiresAt: string }> {
  const address = permitted(caller, await findAddress(deps, id), { role: 'admin', noun: 'address' })

  const inTenYears = new Date(deps.clock.now().getTime() + limits.farFutureDays * dayMs)
  const later = { $add: [{ $max: ['$expiresAt', inTenYears] }, limits.extendSeconds * 1000] }
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
