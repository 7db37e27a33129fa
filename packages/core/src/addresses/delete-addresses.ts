import type { ClientSession, Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { recordFeedEvent } from '../feed-events/feed-events.ts'
import { enqueueInboxSweeps } from '../sweep-orders/enqueue-sweep.ts'
import { countRemoved } from '../sweep-orders/service-sweep-progress.ts'
import { type AddressDoc, addressModel } from './address-model.ts'

/** Small enough for a short transaction. */
const stepSize = 500

/** How many addresses a domain has. */
export function countAddressesOfDomain(deps: Deps, domainId: string): Promise<number> {
  return addressModel.in(deps.db).countDocuments({ domainId }, { maxTimeMS: readBudgetMs })
}

/**
 * Deletes up to 500 addresses of a removed domain and, for every reader at once, all their messages, which the sweep removes from the
 * database later. `forService` is the deleted service that it belonged to, if any. @returns whether the domain has no address left
 */
export function deleteAddressesOfDomain(deps: Deps, domainId: string, forService?: string): Promise<boolean> {
  return deleteSome(deps, { domainId }, forService)
}

/** The same for a deleted service. @returns whether it has no address left */
export function deleteAddressesOfService(deps: Deps, serviceId: string): Promise<boolean> {
  return deleteSome(deps, { serviceId }, serviceId)
}

function deleteSome(deps: Deps, filter: Filter<AddressDoc>, forService: string | undefined): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const found = await addressModel
      .in(deps.db)
      .find(filter, { projection: { serviceId: 1, fullAddress: 1 }, session: tx, maxTimeMS: readBudgetMs })
      .limit(stepSize)
      .toArray()
    await deleteFound(deps, tx, { found, forService })
    return found.length < stepSize
  })
}

interface FoundAddresses {
  found: Pick<AddressDoc, '_id' | 'serviceId' | 'fullAddress'>[]
  /** The deleted service that they belonged to, if any. */
  forService?: string | undefined
}

/** Deletes addresses that were found in the same transaction and, for every reader at once, all their messages. */
export async function deleteFound(deps: Deps, tx: ClientSession, { found, forService }: FoundAddresses): Promise<void> {
  if (found.length === 0) return
  const ids = found.map(({ _id }) => _id)
  const label = forService === undefined ? {} : { forService }
  await enqueueInboxSweeps(
    deps,
    ids.map((addressId) => ({ addressId, upTo: null, ...label })),
    tx,
  )
  const those = { _id: { $in: ids }, fullAddress: { $in: found.map(({ fullAddress }) => fullAddress) } }
  const { deletedCount } = await addressModel.in(deps.db).deleteMany(those, { session: tx })
  await countRemoved(deps, tx, { serviceId: forService, addresses: deletedCount })
  // Events of a deleted service have no receiver.
  const owners = forService === undefined ? found.map(({ serviceId }) => serviceId) : []
  for (const serviceId of new Set(owners)) {
    await recordFeedEvent(deps, tx, { serviceId, content: { type: 'resync', data: null } })
  }
}
