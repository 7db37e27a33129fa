import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { orderSweeps } from '../messages/order-sweep.ts'
import { addressModel } from './address-model.ts'

const stepSize = 500

/**
 * Removes up to 500 addresses of a domain that is gone and, to every reader at once, all their messages, which a worker removes from
 * the disk. @returns whether none is left
 */
export function removeAddressesOfDomain(deps: Deps, domainId: string): Promise<boolean> {
  const addresses = addressModel.in(deps.db)
  return inTransaction(deps.db, async (tx) => {
    const found = await addresses
      .find({ domainId }, { projection: { _id: 1 }, session: tx, maxTimeMS: readBudgetMs })
      .limit(stepSize)
      .toArray()
    if (found.length === 0) return true

    const ids = found.map(({ _id }) => _id)
    await orderSweeps(deps, ids, tx)
    await addresses.deleteMany({ _id: { $in: ids } }, { session: tx })
    return ids.length < stepSize
  })
}
