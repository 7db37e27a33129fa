import type { DnsFault } from '@inlet/contract'
import { defineModel } from '../database/model.ts'

/** States in which a domain receives mail and its hostname belongs to one service alone. */
export const receivingStates = ['verified', 'failing'] as const

/**
 * `pending` is claimed and not proven; `failing` was proven, fails its checks now and still receives mail; `lost` was proven, and another
 * service has taken its host over: it never comes back.
 */
export type DomainState = 'pending' | (typeof receivingStates)[number] | 'lost'

/** Whether a domain of this state receives mail. */
export const isReceiving = (state: DomainState): boolean => receivingStates.some((receiving) => receiving === state)

/** A domain of a service. */
export interface DomainDoc {
  _id: string
  serviceId: string
  /** Lower case, A-labels; of a wildcard with `*.` before them. */
  hostname: string
  state: DomainState
  /** The first mail to an unknown address creates it; calls may wait for mail to such an address. */
  publicInbox: boolean
  /** Must be in the TXT record to prove that the host is the service's. */
  ownershipToken: string
  createdAt: Date
  verifiedAt: Date | null
  /** The last DNS check. */
  check: DomainCheck | null
  /** When its records are looked up next; null where it is lost, or the operator trusts it without them. Domains of earlier versions have none at first. */
  nextCheckAt?: Date | null
  /** Checks in a row that found a record missing, once it was proven; those to which the DNS gave no answer do not count. */
  failures?: { since: Date; count: number } | null
  /** Comes from another installation with its addresses; another service that proves the host takes it over. */
  isImported?: true
  /** The first of its own looks in a row, once it was proven, that did not find its TXT record; a DNS that gave no answer changes nothing. */
  proofMissingSince?: Date | null
}

/** The records that a DNS check found: texts of the TXT records, MX hosts folded and in the order of their preference. */
export interface DomainCheck {
  at: Date
  txt: string[]
  mx: string[]
  /** Why there are no records; null where there are some. Checks that were stored by earlier versions have none of this. */
  faults?: { txt: DnsFault | null; mx: DnsFault | null }
}

/** The collection of domains. */
export const domainModel = defineModel<DomainDoc>({
  name: 'domains',
  indexes: [
    // The service that receives mail for a host; an unproven claim blocks no other service.
    { key: { hostname: 1 }, unique: true, partialFilterExpression: { state: { $in: [...receivingStates] } } },
    // Whether any service claims a host: read for each recipient whose host receives no mail.
    { key: { hostname: 1, state: 1 } },
    // The domains whose records have to be looked up, the longest overdue first.
    { key: { nextCheckAt: 1 } },
    // Each host once in a service.
    { key: { serviceId: 1, hostname: 1 }, unique: true },
    // The domains of one service, newest first.
    { key: { serviceId: 1, _id: -1 } },
  ],
})
