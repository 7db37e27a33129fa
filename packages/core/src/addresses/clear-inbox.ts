import { type Caller, permitted } from '../access/caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { enqueueInboxSweeps } from '../messages/enqueue-sweep.ts'
import { newestMessageId } from '../messages/message-position.ts'
import { addressModel } from './address-model.ts'
import { findAddress } from './find-address.ts'

/**
 * Removes all messages of an inbox for every reader at once; the address stays, and so does mail that is committed later. A user needs
 * the role admin. @throws NOT_FOUND; FORBIDDEN `wrong_service`, `insufficient_role`
 */
export async function clearInbox(deps: Deps, caller: Caller, id: string): Promise<void> {
  permitted(caller, await findAddress(deps, id), { role: 'admin', noun: 'address' })

  // The newest stored id and not the current time: the clock of the process that receives mail may be behind this one's.
  const upTo = await newestMessageId(deps, id)
  if (upTo === null) return
  await inTransaction(deps.db, async (tx) => {
    await addressModel.in(deps.db).updateOne({ _id: id }, { $max: { clearedBefore: upTo } }, { session: tx })
    await enqueueInboxSweeps(deps, [{ addressId: id, upTo }], tx)
  })
}
