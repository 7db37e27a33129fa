import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { addressModel } from './address-model.ts'

/** Notes at an address that one of its messages is deleted in the same transaction. */
export async function countDeletion(deps: Deps, id: string, tx: ClientSession): Promise<void> {
  await addressModel.in(deps.db).updateOne({ _id: id }, { $inc: { deletions: 1 } }, { session: tx })
}
