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

/**
 * A host with its labels from the last to the first, each with a dot after it, so that the hosts under one name are neighbours in an index:
 * `a.example.com` becomes `com.example.a.`.
 */
export const reversedHost = (hostname: string): string => `${hostname.split('.').toReversed().join('.')}.`

/** The hosts under a wildcard as `reversedHost` makes them, as a condition of a query. No label has a sign before `/` but the hyphen and the dot. */
export function hostsUnder(wildcard: string): { $gt: string; $lt: string } {
  const parent = reversedHost(zoneNameOf(wildcard))
  return { $gt: parent, $lt: `${parent.slice(0, -1)}/` }
}

/**
 * Whether a name is one under which many owners have their domains: `co.uk`, and as a wildcard also that of a hoster, such as
 * `*.github.io`, whose own name is the hoster's alone. Takes a folded name.
 */
export const isOfManyOwners = (name: string): boolean =>
  getDomain(zoneNameOf(name), { allowPrivateDomains: isWildcard(name) }) === null

/** Refuses a name that is of many owners. Takes a folded name. @throws BAD_REQUEST `public_suffix` */
export function assertOfOneOwner(name: string): void {
  if (isOfManyOwners(name)) throw AppError.of('public_suffix')
}
