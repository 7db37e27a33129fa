import { AppError, limits } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { type Caller, permitted } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { addressModel } from './address-model.ts'
import { findAddress } from './find-address.ts'

const dayMs = 86_400_000

/**
 * Moves the far-future `expiresAt` of an address on: the later of what is stored and ten years from now, plus ten minutes
 * (specification section 4.2). Asks a user for the role admin. @throws NOT_FOUND; FORBIDDEN `wrong_service`, `insufficient_role`
 */
export async function extendAddress(deps: Deps, caller: Caller, id: string): Promise<{ expiresAt: string }> {
  const address = permitted(caller, await findAddress(deps, id), { role: 'admin', noun: 'address' })

  const tenYearsOn = new Date(deps.clock.now().getTime() + limits.farFutureDays * dayMs)
  const later = { $add: [{ $max: ['$expiresAt', tenYearsOn] }, limits.extendSeconds * 1000] }
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
