import { AppError, isWildcard } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import type { Site } from '../domains/find-site.ts'
import { hasAddressUnderWildcard } from './settle-addresses.ts'

/**
 * Refuses a certificate for a host under a wildcard that has no address: anybody can name any number of such hosts, and certificate
 * authorities issue only so many for one domain. @throws NOT_FOUND
 */
export async function assertMayHaveCertificate(deps: Deps, { domainId, domainName, info }: Site): Promise<void> {
  if (!isWildcard(domainName)) return
  if (await hasAddressUnderWildcard(deps, { wildcardId: domainId, name: info.host })) return
  throw new AppError('NOT_FOUND', 'There is no address on this host of a wildcard')
}
