import { parseMailAddress } from '@inlet/contract'
import { type Caller, permitted } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { findReceivingDomain } from '../domains/find-domains.ts'
import { type AddressDoc, addressModel, ownerIndex, serviceIndex } from './address-model.ts'
import { isMadeByFirstMail } from './new-address.ts'

const need = { role: 'viewer', noun: 'address' } as const

/** The address of this id, or null. */
export function findAddress(deps: Deps, id: string): Promise<AddressDoc | null> {
  return addressModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
}

/** The address with this full address, folded, or null. */
export function findAddressByName({ lookups }: Deps, fullAddress: string): Promise<AddressDoc | null> {
  return lookups.addressByName(fullAddress)
}

/** How many addresses a service has. */
export function countAddresses(deps: Deps, serviceId: string): Promise<number> {
  return addressModel.in(deps.db).countDocuments({ serviceId }, { hint: serviceIndex, maxTimeMS: readBudgetMs })
}

/** How many addresses a service has, and how many of them visitors and first mails made. */
export interface AddressUse {
  used: number
  usedByVisitors: number
}

const isByVisitor = { $ne: ['$owner', 'service'] }

/** Counts the addresses of a service, without those of the ids `except`, by an index alone. */
export async function countAddressUse(
  deps: Deps,
  serviceId: string,
  { except }: { except: string[] },
): Promise<AddressUse> {
  const [counted] = await addressModel
    .in(deps.db)
    .aggregate<AddressUse>(
      [
        { $match: { serviceId, ...(except.length > 0 && { _id: { $nin: except } }) } },
        { $group: { _id: null, used: { $sum: 1 }, usedByVisitors: { $sum: { $cond: [isByVisitor, 1, 0] } } } },
      ],
      { hint: ownerIndex, maxTimeMS: readBudgetMs },
    )
    .toArray()
  return counted ?? { used: 0, usedByVisitors: 0 }
}

/** The message id up to which an address was cleared, `''` where it never was; null where there is no such address. */
export function findClearedBefore({ lookups }: Deps, id: string): Promise<string | null> {
  return lookups.clearedBefore(id)
}

/** The caller's address with this full address, folded. @throws NOT_FOUND; FORBIDDEN `wrong_service` */
export async function getInbox(deps: Deps, caller: Caller, fullAddress: string): Promise<AddressDoc> {
  return permitted(caller, await findAddressByName(deps, fullAddress), need)
}

/**
 * The caller's address with this full address, folded; null where it does not exist yet and its first mail would create it, so that a
 * call can wait for that mail.
 * @throws NOT_FOUND where no mail would create it; FORBIDDEN `wrong_service`
 */
export async function findAwaitedInbox(deps: Deps, caller: Caller, fullAddress: string): Promise<AddressDoc | null> {
  const named = await findAddressByName(deps, fullAddress)
  const found = caller.kind === 'visitor' && named?.domainId !== caller.domainId ? null : named
  const parsed = parseMailAddress(fullAddress)
  if (found || !parsed) return permitted(caller, found, need)

  const domain = await findReceivingDomain(deps, parsed.hostname)
  const isAwaited = domain !== null && isMadeByFirstMail({ localPart: parsed.localPart, domain })
  permitted(caller, isAwaited ? { serviceId: domain.serviceId, fullAddress } : null, need)
  return null
}
