import { type Caller, permitted } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { newestMessageId } from '../messages/newest-message-id.ts'
import { orderSweep } from '../messages/order-sweep.ts'
import { addressModel } from './address-model.ts'
import { findAddress } from './find-address.ts'

/**
 * Removes all messages of an inbox for every reader at once; the address remains, and mail that commits later is not touched.
 * Asks a user for the role admin. @throws NOT_FOUND; FORBIDDEN `wrong_service`, `insufficient_role`
 */
export async function clearInbox(deps: Deps, caller: Caller, id: string): Promise<void> {
  permitted(caller, await findAddress(deps, id), { role: 'admin', noun: 'address' })

  // The newest id that is there, not the time of now: another process's clock may lag behind ours.
  const upTo = await newestMessageId(deps, id)
  if (upTo === null) return
  await inTransaction(deps.db, async (tx) => {
    await addressModel.in(deps.db).updateOne({ _id: id }, { $max: { clearedBefore: upTo } }, { session: tx })
    await orderSweep(deps, { addressId: id, upTo }, tx)
  })
}
