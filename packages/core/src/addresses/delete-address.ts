import { AppError } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { type Caller, permitted } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { orderSweep } from '../messages/order-sweep.ts'
import { addressModel } from './address-model.ts'
import { findAddress } from './find-address.ts'

/**
 * Deletes an address and, to every reader at once, all its messages; a worker removes them from the disk. Asks a user for the role
 * admin. @throws NOT_FOUND, to the second of two callers too; FORBIDDEN `wrong_service`, `insufficient_role`
 */
export async function deleteAddress(deps: Deps, caller: Caller, id: string): Promise<void> {
  const address = permitted(caller, await findAddress(deps, id), { role: 'admin', noun: 'address' })

  await inTransaction(deps.db, async (tx) => {
    const { deletedCount } = await addressModel.in(deps.db).deleteOne({ _id: id }, { session: tx })
    if (deletedCount === 0) throw new AppError('NOT_FOUND', 'No such address')
    await orderSweep(deps, { addressId: id, upTo: null }, tx)
    const target = { kind: 'address', id, name: address.fullAddress } as const
    await recordAudit(deps, tx, { caller, serviceId: address.serviceId, action: 'address.deleted', target })
  })
}
