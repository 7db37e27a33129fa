import type { Db } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { type Lookup, sharedLookup } from '../database/shared-lookup.ts'
import { type AddressDoc, addressModel } from './address-model.ts'

/** Look-ups that simultaneous calls share; made once for each pool of connections. */
export interface AddressLookups {
  addressByName: Lookup<AddressDoc>
  /** By address id: `''` where it was never cleared. */
  clearedBefore: Lookup<string>
}

/** Makes the look-ups of a process. */
export function addressLookups(db: Db): AddressLookups {
  const addresses = addressModel.in(db)
  const options = { maxTimeMS: readBudgetMs }
  return {
    addressByName: sharedLookup(async (fullAddresses) => {
      const found = await addresses.find({ fullAddress: { $in: fullAddresses } }, options).toArray()
      return new Map(found.map((address) => [address.fullAddress, address]))
    }),
    clearedBefore: sharedLookup(async (ids) => {
      const projection = { clearedBefore: 1 }
      const found = await addresses.find({ _id: { $in: ids } }, { ...options, projection }).toArray()
      return new Map(found.map(({ _id, clearedBefore }) => [_id, clearedBefore ?? '']))
    }),
  }
}
