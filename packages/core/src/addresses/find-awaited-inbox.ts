import { parseMailAddress } from '@inlet/contract'
import { type Caller, permitted } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { findReceivingDomain } from '../domains/find-domain.ts'
import type { AddressDoc } from './address-model.ts'
import { findAddressByName } from './find-address.ts'
import { isMadeByFirstMail } from './resolve-recipient.ts'

const need = { role: 'viewer', noun: 'address' } as const

/**
 * The caller's address with this full address, folded; null where there is none yet and its first mail would make it.
 * @throws NOT_FOUND where no mail would make it; FORBIDDEN `wrong_service`
 */
export async function findAwaitedInbox(deps: Deps, caller: Caller, fullAddress: string): Promise<AddressDoc | null> {
  const found = await findAddressByName(deps, fullAddress)
  const parsed = parseMailAddress(fullAddress)
  if (found || !parsed) return permitted(caller, found, need)

  const domain = await findReceivingDomain(deps, parsed.hostname)
  const isAwaited = domain !== null && isMadeByFirstMail({ localPart: parsed.localPart, domain })
  permitted(caller, isAwaited ? domain : null, need)
  return null
}
