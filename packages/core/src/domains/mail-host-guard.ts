import { AppError, mailHost } from '@inlet/contract'
import { briefCache } from '../caching/brief-cache.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from './domain-model.ts'
import { findServiceDomain } from './find-domain.ts'

/** Refuses an address, well formed or not, whose host is not one of the caller's. @throws FORBIDDEN `wrong_service` */
export type MailHostGuard = (caller: Caller, address: string) => Promise<void>

/** Makes a process's guard, which believes a service's hosts for 0.9 s. */
export function mailHostGuard(deps: Deps): MailHostGuard {
  const owned = briefCache<DomainDoc>({
    clock: deps.clock,
    maxEntries: 10_000,
    load: async (key) => {
      const [serviceId = '', hostname = ''] = key.split('/')
      return await findServiceDomain(deps, serviceId, hostname)
    },
  })
  return async (caller, address) => {
    // To a person a foreign inbox is one that is not there, which is for the use-case to say.
    if (caller.kind !== 'apiKey') return
    const hostname = mailHost(address)
    const key = `${caller.serviceId}/${hostname}`
    const domain = hostname ? await owned.get(key) : null
    if (domain && domain.state !== 'pending') return
    // It may be verified at any moment, and is its service's from then on.
    if (domain) owned.forget(key)
    throw AppError.of('wrong_service', { path: 'address', message: refusal(address, domain !== null) })
  }
}

/** A service that only claims a host learns what is missing, and not which addresses the host's owner has. */
function refusal(address: string, isClaimed: boolean): string {
  if (isClaimed) return 'This domain is not verified yet'
  return address.includes('@')
    ? "This host does not belong to the key's service"
    : "There is no @ in this address, and so no host of the key's service: expected one such as code@example.com"
}
