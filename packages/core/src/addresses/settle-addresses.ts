import { isWildcard } from '@inlet/contract'
import type { ClientSession, Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { findReceivingByName, findReceivingDomain } from '../domains/find-domains.ts'
import { hostsUnder, reversedHost } from '../domains/wildcards.ts'
import { recordFeedEvent } from '../feed-events/feed-events.ts'
import { type AddressDoc, addressModel, wildcardIndex } from './address-model.ts'
import { deleteFound } from './delete-addresses.ts'

/** Small enough for a short transaction. */
const stepSize = 500

/** The addresses of a wildcard at the hosts of another name: a host, or a wildcard inside it, with all its hosts. */
interface PartOfWildcard {
  wildcardId: string
  name: string
}

/** Whether a wildcard has an address there. */
export async function hasAddressUnderWildcard(deps: Deps, part: PartOfWildcard, tx?: ClientSession): Promise<boolean> {
  const options = { projection: { _id: 1 }, hint: wildcardIndex, maxTimeMS: readBudgetMs, ...(tx && { session: tx }) }
  return (await addressModel.in(deps.db).findOne(filterOf(part), options)) !== null
}

/**
 * Gives up to 500 addresses of a wildcard to the domains that receive the mail of their hosts now: within one service they move, of another
 * service they are deleted with their mail, which the sweep removes from the database later.
 * @returns whether the wildcard has no address there any more, or that name is no domain again
 */
export async function settleAddressesOfWildcard(deps: Deps, part: PartOfWildcard): Promise<boolean> {
  if (!(await findReceivingByName(deps, part.name))) return true
  const found = await addressModel
    .in(deps.db)
    .find(filterOf(part), {
      projection: { serviceId: 1, hostname: 1, fullAddress: 1 },
      hint: wildcardIndex,
      maxTimeMS: readBudgetMs,
    })
    .limit(stepSize)
    .toArray()
  for (const [hostname, addresses] of Map.groupBy(found, (address) => address.hostname)) {
    const domain = await findReceivingDomain(deps, hostname)
    // It was removed meanwhile, and the mail goes to the wildcard again.
    if (!domain || domain._id === part.wildcardId) return true
    await settle(deps, { addresses, domain, wildcardId: part.wildcardId })
  }
  return found.length < stepSize
}

interface Settled {
  /** Of one host. */
  addresses: Pick<AddressDoc, '_id' | 'serviceId' | 'fullAddress'>[]
  domain: DomainDoc
  wildcardId: string
}

async function settle(deps: Deps, { addresses, domain, wildcardId }: Settled): Promise<void> {
  const own = addresses.filter(({ serviceId }) => serviceId === domain.serviceId)
  const others = addresses.filter(({ serviceId }) => serviceId !== domain.serviceId)
  await inTransaction(deps.db, async (tx) => {
    await deleteFound(deps, tx, { found: others })
    if (own.length === 0) return
    const isExact = !isWildcard(domain.hostname)
    const those = {
      _id: { $in: own.map(({ _id }) => _id) },
      fullAddress: { $in: own.map(({ fullAddress }) => fullAddress) },
    }
    await addressModel
      .in(deps.db)
      .updateMany(
        { ...those, domainId: wildcardId },
        { $set: { domainId: domain._id }, ...(isExact && { $unset: { reversedHost: '' } }) },
        { session: tx },
      )
    await recordFeedEvent(deps, tx, { serviceId: domain.serviceId, content: { type: 'resync', data: null } })
  })
}

/** A narrower wildcard is one range of the index: its time does not grow with what else the wider one has. */
function filterOf({ wildcardId: domainId, name }: PartOfWildcard): Filter<AddressDoc> {
  return { domainId, reversedHost: isWildcard(name) ? hostsUnder(name) : reversedHost(name) }
}
