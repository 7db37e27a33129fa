import { type Caller, permitted } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { AddressDoc } from './address-model.ts'
import { findAddressByName } from './find-address.ts'

/** The caller's address with this full address, folded. @throws NOT_FOUND; FORBIDDEN `wrong_service` */
export async function getInbox(deps: Deps, caller: Caller, fullAddress: string): Promise<AddressDoc> {
  return permitted(caller, await findAddressByName(deps, fullAddress), { role: 'viewer', noun: 'address' })
}
