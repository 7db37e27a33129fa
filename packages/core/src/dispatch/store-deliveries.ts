import { MongoBulkWriteError } from 'mongodb'
import { databaseErrorKind, duplicateKeyCode } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import type { DeliveryDoc } from '../webhooks/delivery-model.ts'
import { insertDeliveries } from '../webhooks/new-delivery.ts'

/** The ids of deliveries that a step wrote, and of those that the database refused; any other was there before. */
export interface StoredDeliveries {
  fresh: Set<string>
  refused: Set<string>
}

/**
 * Stores deliveries. Where the database refuses some, only their services have failed.
 * @throws the driver's error where none of them counts as stored
 */
export async function storeDeliveries(
  deps: Deps,
  deliveries: DeliveryDoc[],
  failed: Map<string, unknown>,
): Promise<StoredDeliveries> {
  const ids = new Set(deliveries.map(({ _id }) => _id))
  try {
    return { fresh: ids.difference(await insertDeliveries(deps, deliveries)), refused: new Set() }
  } catch (error) {
    // What the majority has not confirmed may be lost.
    if (!(error instanceof MongoBulkWriteError) || databaseErrorKind(error) === 'write_concern') throw error
    const unwritten = [error.writeErrors].flat().flatMap(({ index, code }) => {
      const delivery = deliveries[index]
      return delivery ? [{ delivery, isRefused: code !== duplicateKeyCode }] : []
    })
    const refused = unwritten.filter(({ isRefused }) => isRefused).map(({ delivery }) => delivery)
    if (refused.length === 0) throw error
    for (const { serviceId } of refused) failed.set(serviceId, error)
    return {
      fresh: ids.difference(new Set(unwritten.map(({ delivery }) => delivery._id))),
      refused: new Set(refused.map(({ _id }) => _id)),
    }
  }
}
