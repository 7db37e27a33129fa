import { AppError } from '@inlet/contract'
import { assertOwns, type Caller } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { orderSweep } from '../messages/order-sweep.ts'
import { addressModel } from './address-model.ts'
import { findAddress } from './find-address.ts'

/**
 * Deletes an address and, to every reader at once, all its messages; a worker removes them from the disk.
 * @throws NOT_FOUND; FORBIDDEN `wrong_service`
 */
export async function deleteAddress(deps: Deps, caller: Caller, id: string): Promise<void> {
  const address = await findAddress(deps, id)
  if (!address) throw new AppError('NOT_FOUND', 'No such address')
  assertOwns(caller, address.serviceId)

  await inTransaction(deps.db, async (tx) => {
    await addressModel.in(deps.db).deleteOne({ _id: id }, { session: tx })
    await orderSweep(deps, { addressId: id, upTo: null }, tx)
  })
}
