import { type DomainInfo, foldHostname } from '@inlet/contract'
import { briefCache } from '../caching/brief-cache.ts'
import type { Deps } from '../deps.ts'
import { findReceivingDomain } from '../domains/find-domains.ts'
import type { LockedService } from './access-lock.ts'
import { findService } from './find-services.ts'
import { brandingOf } from './service-model.ts'

/** A verified domain with what its page shows. */
export interface Site extends LockedService {
  info: DomainInfo
  domainId: string
  /** Whether visitors can use its inboxes. */
  isPublic: boolean
}

/** Finds the site of a host, which may have a port; null where it is no verified domain. */
export type FindSite = (host: string) => Promise<Site | null>

/** The folded hostname of a host that may have a port; null where it is no domain name. */
export const hostnameOf = (host: string): string | null => foldHostname(host.replace(/:\d{1,5}$/, ''))

/** Makes a process's look-up of sites, which caches those it found for 0.9 s. */
export function siteFinder(deps: Deps): FindSite {
  const sites = briefCache<Site>({
    clock: deps.clock,
    maxEntries: 10_000,
    load: (hostname) => loadSite(deps, hostname),
  })
  return async (host) => {
    const hostname = hostnameOf(host)
    return hostname === null ? null : await sites.get(hostname)
  }
}

async function loadSite(deps: Deps, hostname: string): Promise<Site | null> {
  const domain = await findReceivingDomain(deps, hostname)
  const service = domain && (await findService(deps, domain.serviceId))
  if (!service) return null
  const { _id: domainId, serviceId, publicInbox: isPublic } = domain
  const isLocked = service.accessLock?.isEnabled ?? false
  const status = isPublic ? 'active' : 'inactive'
  const info = { host: hostname, ...brandingOf(service), status, locked: isLocked } as const
  return { info, domainId, serviceId, isPublic, isLocked }
}
