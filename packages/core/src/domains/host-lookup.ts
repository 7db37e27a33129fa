import { briefCache } from '../caching/brief-cache.ts'
import type { Deps } from '../deps.ts'
import type { DomainDoc } from './domain-model.ts'
import { findReceivingByName, findReceivingWildcard } from './find-domains.ts'

/** What a process keeps of the domain that receives the mail of a host, by the folded host; null where there is none. */
export type HostLookup<V> = (hostname: string) => Promise<V | null>

/**
 * Makes a look-up that caches what `load` makes of domains for 0.9 s. Hosts under wildcards have a cache of their own: anybody can name any
 * number of them, and they must not drive the domains out.
 */
export function hostLookup<V extends object>(
  deps: Deps,
  load: (domain: DomainDoc, hostname: string) => Promise<V | null>,
  maxEntries = 10_000,
): HostLookup<V> {
  const cacheOver = (find: (deps: Deps, hostname: string) => Promise<DomainDoc | null>) =>
    briefCache<V>({
      clock: deps.clock,
      maxEntries,
      load: async (hostname) => {
        const domain = await find(deps, hostname)
        return domain && (await load(domain, hostname))
      },
    })
  const named = cacheOver(findReceivingByName)
  const underWildcards = cacheOver(findReceivingWildcard)
  // A host that is cached there had no domain of its own 0.9 s ago: it is not looked for again at each mail.
  return async (hostname) =>
    underWildcards.cached(hostname) ?? (await named.get(hostname)) ?? (await underWildcards.get(hostname))
}
