import { defineModel } from '../database/model.ts'

/** States in which a domain receives mail and its hostname belongs to one service alone. */
export const receivingStates = ['verified', 'failing'] as const

/** Where a domain stands: claimed, proven, or proven once and failing its checks (it still receives). */
export type DomainState = 'pending' | (typeof receivingStates)[number]

/** A domain of a service. */
export interface DomainDoc {
  _id: string
  serviceId: string
  /** Lower case, A-labels. */
  hostname: string
  state: DomainState
  /** The first mail to an unknown address makes it; such an address can be waited for. */
  publicInbox: boolean
  /** What the TXT record must say to prove that the host is the service's. */
  ownershipToken: string
  createdAt: Date
  verifiedAt: Date | null
  /** The last look at the DNS, and what stood there. */
  check: DomainCheck | null
}

/** What a look at the DNS found: texts of the TXT records, names of the MX hosts, folded and in the order of their preference. */
export interface DomainCheck {
  at: Date
  txt: string[]
  mx: string[]
}

/** The collection of domains. */
export const domainModel = defineModel<DomainDoc>({
  name: 'domains',
  indexes: [
    // Which service receives mail for a host; an unproven claim blocks nobody.
    { key: { hostname: 1 }, unique: true, partialFilterExpression: { state: { $in: [...receivingStates] } } },
    // Whether anybody claims a host: asked for each recipient whose host receives nothing.
    { key: { hostname: 1, state: 1 } },
    // The hosts of one service, each once.
    { key: { serviceId: 1, hostname: 1 }, unique: true },
    // The same, newest first.
    { key: { serviceId: 1, _id: -1 } },
  ],
})
