import { faultAt, mailHost } from '@inlet/contract'
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
      const domain = await findServiceDomain(deps, serviceId, hostname)
      // Who only claims a host must not learn which addresses its owner has.
      return domain?.state === 'pending' ? null : domain
    },
  })
  return async (caller, address) => {
    // To a person a foreign inbox is one that is not there, which is for the use-case to say.
    if (caller.kind !== 'apiKey') return
    const hostname = mailHost(address)
    if (hostname && (await owned.get(`${caller.serviceId}/${hostname}`))) return
    throw faultAt('FORBIDDEN', {
      path: 'address',
      code: 'wrong_service',
      message: address.includes('@')
        ? "This host does not belong to the key's service"
        : "There is no @ in this address, and so no host of the key's service: expected one such as code@example.com",
    })
  }
}
