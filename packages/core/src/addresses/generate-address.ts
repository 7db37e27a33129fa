import { AppError, type GenerateAddressInput, type PublicAddress } from '@inlet/contract'
import { newVisitorToken } from '../access/visitor-token.ts'
import { tally } from '../billing/usage-tally.ts'
import { isDuplicateKey } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { findPresentDomains } from '../domains/find-domains.ts'
import type { Site } from '../domains/find-site.ts'
import { assertUnlocked } from '../services/access-lock.ts'
import { findService } from '../services/find-services.ts'
import { enqueueDomainSweep } from '../sweep-orders/enqueue-sweep.ts'
import { type AddressDoc, addressModel } from './address-model.ts'
import { insertWithinPlan } from './address-quota.ts'
import { insertUnder, isReserved, newAddress } from './new-address.ts'

/**
 * Creates an address for a visitor, who owns it by its session token (specification section 4.3). There is no `address.created` event
 * (section 6).
 * @throws NOT_FOUND for a host without public inboxes; UNAUTHORIZED `unlock_required`; CONFLICT `address_exists`, regardless of its owner;
 * PAYMENT_REQUIRED `quota_exceeded`; TOO_MANY_REQUESTS `visitor_share_used`
 */
export async function generateAddress(
  deps: Deps,
  site: Site | null,
  { localPart, unlockToken }: Pick<GenerateAddressInput, 'localPart' | 'unlockToken'>,
): Promise<PublicAddress> {
  if (!site?.isPublic) throw noPublicInboxes()
  await assertUnlocked(deps, site, unlockToken)
  // An address that belongs to the service even before its first mail.
  if (localPart && isReserved(localPart)) throw AppError.of('address_exists')

  const service = await findService(deps, site.serviceId)
  if (!service) throw noPublicInboxes()
  const { token, hash } = newVisitorToken()
  const domain = { _id: site.domainId, serviceId: site.serviceId, hostname: site.domainName }
  const hostname = site.info.host
  const address = await insertUnder(localPart, (free) => {
    const owned = { owner: 'session', sessionHash: hash, isLive: true } as const
    const wanted = newAddress(deps, { id: deps.newId(), domain, hostname, localPart: free, ...owned })
    return insertWithinPlan(deps, { service, id: wanted._id, isByVisitor: true }, () => insert(deps, wanted))
  })
  if ((await findPresentDomains(deps, [domain._id])).size === 0) {
    // The sweep that the domain's removal ordered may have ended before the insert.
    await enqueueDomainSweep(deps, domain._id)
    throw noPublicInboxes()
  }
  return {
    full: address.fullAddress,
    hostname: address.hostname,
    expiresAt: address.expiresAt.toISOString(),
    ttlSecondsLeft: 0,
    sessionToken: token,
  }
}

const noPublicInboxes = () => new AppError('NOT_FOUND', 'There are no public inboxes on this host')

/** Null where the full address is taken. */
async function insert(deps: Deps, address: AddressDoc): Promise<AddressDoc | null> {
  try {
    await addressModel.in(deps.db).insertOne(address)
    tally(deps, { serviceId: address.serviceId, field: 'addressesCreated', isLive: true })
    return address
  } catch (error) {
    if (isDuplicateKey(error, 'fullAddress')) return null
    throw error
  }
}
