import { AppError, mailHost } from '@inlet/contract'
import type { Caller } from '../access/caller.ts'
import { briefCache } from '../caching/brief-cache.ts'
import type { Deps } from '../deps.ts'
import { findReceivingDomain, findServiceDomainOver } from './find-domains.ts'

/** Refuses to an API key an address, well formed or not, whose host is not its service's. @throws FORBIDDEN `wrong_service` */
export type MailHostGuard = (caller: Caller, address: string) => Promise<void>

/** Makes a process's guard, which caches the hosts of services for 0.9 s. */
export function mailHostGuard(deps: Deps): MailHostGuard {
  const owned = briefCache<HostOfService>({
    clock: deps.clock,
    maxEntries: 10_000,
    load: async (key) => {
      const [serviceId = '', hostname = ''] = key.split('/')
      return await hostOfService(deps, serviceId, hostname)
    },
  })
  return async (caller, address) => {
    // To any other caller a foreign inbox does not exist; the use-case answers that.
    if (caller.kind !== 'apiKey') return
    const hostname = mailHost(address)
    const key = `${caller.serviceId}/${hostname}`
    const host = hostname ? await owned.get(key) : null
    if (host?.isReceiving) return
    // It may be verified at any moment, and must be accepted from then on.
    if (host) owned.forget(key)
    throw AppError.of('wrong_service', { path: 'address', message: refusal(address, host !== null) })
  }
}

/** A host whose mail the service receives, or that it claims. */
interface HostOfService {
  isReceiving: boolean
}

async function hostOfService(deps: Deps, serviceId: string, hostname: string): Promise<HostOfService | null> {
  const receiving = await findReceivingDomain(deps, hostname)
  if (receiving?.serviceId === serviceId) return { isReceiving: true }
  const claimed = await findServiceDomainOver(deps, serviceId, hostname)
  return claimed?.state === 'pending' ? { isReceiving: false } : null
}

/** A service that only claims a host gets an error that names what is missing, and not which addresses its owner has. */
function refusal(address: string, isClaimed: boolean): string {
  if (isClaimed) return 'This domain is not verified yet'
  return address.includes('@')
    ? "This host does not belong to the key's service"
    : "There is no @ in this address, and so no host of the key's service: expected one such as code@example.com"
}
