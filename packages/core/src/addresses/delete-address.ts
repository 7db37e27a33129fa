import { AppError } from '@inlet/contract'
import { type Caller, permitted } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { enqueueInboxSweeps } from '../messages/enqueue-sweep.ts'
import { addressModel } from './address-model.ts'
import { findAddress } from './find-address.ts'

const stepSize = 500

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
  })
}

/** How many addresses a domain has. */
export function countAddressesOfDomain(deps: Deps, domainId: string): Promise<number> {
  return addressModel.in(deps.db).countDocuments({ domainId }, { maxTimeMS: readBudgetMs })
}

/**
 * Deletes up to 500 addresses of a removed domain and, for every reader at once, all their messages, which the sweep removes from the
 * database later. @returns whether the domain has no address left
 */
export function deleteAddressesOfDomain(deps: Deps, domainId: string): Promise<boolean> {
  const addresses = addressModel.in(deps.db)
  return inTransaction(deps.db, async (tx) => {
    const found = await addresses
      .find({ domainId }, { projection: { _id: 1 }, session: tx, maxTimeMS: readBudgetMs })
      .limit(stepSize)
      .toArray()
    if (found.length === 0) return true

    const ids = found.map(({ _id }) => _id)
    await enqueueInboxSweeps(
      deps,
      ids.map((addressId) => ({ addressId, upTo: null })),
      tx,
    )
    await addresses.deleteMany({ _id: { $in: ids } }, { session: tx })
    return ids.length < stepSize
  })
}
