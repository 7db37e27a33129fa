import { AppError, isWildcard } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import type { Site } from '../domains/find-site.ts'
import { hasAddressUnderWildcard } from './settle-addresses.ts'

/**
 * Refuses a certificate for a host under a wildcard that has no address: anybody can name any number of such hosts, and certificate
 * authorities issue only so many for one domain. `network` is that of the client who asks. @throws NOT_FOUND; SERVICE_UNAVAILABLE where
 * too many such hosts are asked for
 */
export async function assertMayHaveCertificate(
  deps: Deps,
  { domainId, domainName, info }: Site,
  network: string,
): Promise<void> {
  if (!isWildcard(domainName)) return
  const host = { wildcardId: domainId, name: info.host }
  const turn = { wildcardId: domainId, network }
  if (await deps.wildcardLooks(turn, () => hasAddressUnderWildcard(deps, host))) return
  throw new AppError('NOT_FOUND', 'There is no address on this host of a wildcard')
}
