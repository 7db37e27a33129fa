import { AppError, isWildcard, zoneNameOf } from '@inlet/contract'
import { getDomain } from 'tldts'

/**
 * The wildcards that a host, or another wildcard, lies under, the most exact first: for `a.b.example.com` these are `*.b.example.com` and
 * `*.example.com`. Takes a folded name.
 */
export function wildcardsOver(name: string): string[] {
  const labels = zoneNameOf(name).split('.')
  // No domain has a single label.
  return labels.slice(1, -1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`)
}

/** Refuses a wildcard whose hosts would be the domains of others. Takes a folded name. @throws BAD_REQUEST `public_suffix` */
export function assertOfOneOwner(name: string): void {
  if (isWildcard(name) && getDomain(zoneNameOf(name), { allowPrivateDomains: true }) === null) {
    throw AppError.of('public_suffix')
  }
}
