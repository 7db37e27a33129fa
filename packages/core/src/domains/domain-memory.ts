import type { Db } from 'mongodb'
import { recentEntries } from '../caching/recent-entries.ts'
import { readBudgetMs } from '../database/connect.ts'
import { type Lookup, lookupInTurns } from '../database/shared-lookup.ts'
import { type DomainDoc, domainModel } from './domain-model.ts'
import { receivingStates } from './domain-states.ts'
import { wildcardsOver } from './wildcards.ts'

/**
 * Look-ups that simultaneous calls share; made once for each pool of connections. Anybody can ask for any number of names, so services take
 * turns: a name belongs to the service whose domain was found over it, and all other names wait together.
 */
export interface DomainLookups {
  /** By a folded name: the domain of exactly this name, if it receives mail. */
  receivingDomain: Lookup<DomainDoc>
  /** By a folded name: the most exact wildcard over it that receives mail. */
  receivingWildcard: Lookup<DomainDoc>
}

const rememberedDomains = 10_000
/** A name of more labels waits for several queries, and does not fill them alone: it may have 126 wildcards over it. */
const wildcardsAtOnce = 4

/** Makes the look-ups of a process. */
export function domainLookups(db: Db): DomainLookups {
  const owners = recentEntries<Pick<DomainDoc, 'serviceId'>>(rememberedDomains)
  const ownerAmong = (names: string[]) =>
    names.map((name) => owners.get(name)?.serviceId).find((serviceId) => serviceId !== undefined)

  const receiving = lookupInTurns(async (hostnames) => {
    const isHeld = { hostname: { $in: hostnames }, state: { $in: [...receivingStates] } }
    const found = await domainModel.in(db).find(isHeld, { maxTimeMS: readBudgetMs }).toArray()
    for (const { hostname, serviceId } of found) owners.set(hostname, { serviceId })
    return new Map(found.map((domain) => [domain.hostname, domain]))
  })

  return {
    receivingDomain: (hostname) => receiving(hostname, ownerAmong([hostname, ...wildcardsOver(hostname)]) ?? 'names'),
    async receivingWildcard(hostname) {
      const wildcards = wildcardsOver(hostname)
      const turn = ownerAmong(wildcards) ?? 'wildcards'
      for (let start = 0; start < wildcards.length; start += wildcardsAtOnce) {
        const some = wildcards.slice(start, start + wildcardsAtOnce)
        const found = await Promise.all(some.map((wildcard) => receiving(wildcard, turn)))
        const mostExact = found.find((domain) => domain !== null)
        if (mostExact) return mostExact
      }
      return null
    },
  }
}
