import { AppError, mailHost } from '@inlet/contract'
import type { Caller } from '../access/caller.ts'
import { briefCache } from '../caching/brief-cache.ts'
import type { Deps } from '../deps.ts'
import { type DomainDoc, type DomainState, isReceiving } from './domain-model.ts'
import { findServiceDomain } from './find-domains.ts'

/** Refuses to an API key an address, well formed or not, whose host is not its service's. @throws FORBIDDEN `wrong_service` */
export type MailHostGuard = (caller: Caller, address: string) => Promise<void>

/** Makes a process's guard, which caches the hosts of services for 0.9 s. */
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
    // To any other caller a foreign inbox does not exist; the use-case answers that.
    if (caller.kind !== 'apiKey') return
    const hostname = mailHost(address)
    const key = `${caller.serviceId}/${hostname}`
    const domain = hostname ? await owned.get(key) : null
    if (domain && isReceiving(domain.state)) return
    // It may be verified at any moment, and must be accepted from then on.
    if (domain) owned.forget(key)
    throw AppError.of('wrong_service', { path: 'address', message: refusal(address, domain?.state) })
  }
}

/** A service that only claims a host gets an error that names what is missing, and not which addresses its owner has. */
function refusal(address: string, state: DomainState | undefined): string {
  if (state === 'pending') return 'This domain is not verified yet'
  return address.includes('@')
    ? "This host does not belong to the key's service"
    : "There is no @ in this address, and so no host of the key's service: expected one such as code@example.com"
}
