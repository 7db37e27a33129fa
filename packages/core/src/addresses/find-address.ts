import { readBudgetMs } from '../database/connect.ts'
import { sharedLookupIn } from '../database/shared-lookup.ts'
import type { Deps } from '../deps.ts'
import { type AddressDoc, addressModel } from './address-model.ts'

/** The address of this id, or null. */
export function findAddress(deps: Deps, id: string): Promise<AddressDoc | null> {
  return addressModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
}

const lookUpByName = sharedLookupIn(async (db, fullAddresses) => {
  const found = await addressModel
    .in(db)
    .find({ fullAddress: { $in: fullAddresses } }, { maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((address) => [address.fullAddress, address]))
})

const lookUpClearedBefore = sharedLookupIn(async (db, ids) => {
  const found = await addressModel
    .in(db)
    .find({ _id: { $in: ids } }, { projection: { clearedBefore: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map(({ _id, clearedBefore }) => [_id, clearedBefore ?? '']))
})

/** The address with this full address, folded, or null. */
export function findAddressByName({ db }: Deps, fullAddress: string): Promise<AddressDoc | null> {
  return lookUpByName(db, fullAddress)
}

/** Up to which message id an address was cleared, `''` where it never was; null where there is no such address. */
export function findClearedBefore({ db }: Deps, id: string): Promise<string | null> {
  return lookUpClearedBefore(db, id)
}
