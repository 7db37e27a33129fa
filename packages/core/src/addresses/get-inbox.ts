import { AppError } from '@inlet/contract'
import { assertOwns, type Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { AddressDoc } from './address-model.ts'
import { findAddressByName } from './find-address.ts'

/** The caller's address with this full address, folded. @throws NOT_FOUND; FORBIDDEN `wrong_service` */
export async function getInbox(deps: Deps, caller: Caller, fullAddress: string): Promise<AddressDoc> {
  const address = await findAddressByName(deps, fullAddress)
  if (!address) throw new AppError('NOT_FOUND', 'No such address')
  assertOwns(caller, address.serviceId)
  return address
}
