import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type AddressDoc, addressModel } from './address-model.ts'

/** The address of this id, or null. */
export function findAddress(deps: Deps, id: string): Promise<AddressDoc | null> {
  return addressModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
}

/** The address with this full address, folded, or null. */
export function findAddressByName(deps: Deps, fullAddress: string): Promise<AddressDoc | null> {
  return addressModel.in(deps.db).findOne({ fullAddress }, { maxTimeMS: readBudgetMs })
}

/** Up to which message id an address was cleared, `''` where it never was; null where there is no such address. */
export async function findClearedBefore(deps: Deps, id: string): Promise<string | null> {
  const found = await addressModel
    .in(deps.db)
    .findOne({ _id: id }, { projection: { _id: 0, clearedBefore: 1 }, maxTimeMS: readBudgetMs })
  return found && (found.clearedBefore ?? '')
}
