import { type DomainInfo, foldHostname } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import type { LockedService } from '../services/access-lock.ts'
import { brandingOf } from '../services/service-shapes.ts'
import type { DomainDoc } from './domain-model.ts'
import { hostLookup } from './host-lookup.ts'

/** A verified domain with what its page shows. */
export interface Site extends LockedService {
  info: DomainInfo
  domainId: string
  /** The host, or the wildcard over it. */
  domainName: string
  /** Whether visitors can use its inboxes. */
  isPublic: boolean
}

/** Finds the site of a host, which may have a port; null where it is no verified domain. */
export type FindSite = (host: string) => Promise<Site | null>

/** The folded hostname of a host that may have a port; null where it is no domain name. */
export const hostnameOf = (host: string): string | null => foldHostname(host.replace(/:\d{1,5}$/, ''))

/** Makes a process's look-up of sites, which caches those it found for 0.9 s. */
export function siteFinder(deps: Deps): FindSite {
  const sites = hostLookup(deps, (domain, hostname) => loadSite(deps, domain, hostname))
  return async (host) => {
    const hostname = hostnameOf(host)
    return hostname === null ? null : await sites(hostname)
  }
}

async function loadSite(deps: Deps, domain: DomainDoc, hostname: string): Promise<Site | null> {
  const service = await deps.lookups.service(domain.serviceId)
  if (!service) return null
  const { _id: domainId, serviceId, hostname: domainName, publicInbox: isPublic } = domain
  const isLocked = service.accessLock?.isEnabled ?? false
  const status = isPublic ? 'active' : 'inactive'
  const info = { host: hostname, ...brandingOf(service), status, locked: isLocked } as const
  return { info, domainId, domainName, serviceId, isPublic, isLocked }
}
