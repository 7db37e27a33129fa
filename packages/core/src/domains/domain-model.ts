import type { DnsError } from '@inlet/contract'
import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'
import { receivingStates } from './domain-states.ts'

/**
 * `pending` is claimed and not proven; `failing` was proven, fails its checks now and still receives mail; `lost` was proven, and another
 * service has taken its host over: it never comes back.
 */
const domainState = z.enum(['pending', ...receivingStates, 'lost'])
export type DomainState = z.infer<typeof domainState>

const dnsError = z.enum(['nxdomain', 'no_record', 'server_failure', 'timeout']) satisfies z.ZodType<DnsError>

/** The records that a DNS check found: texts of the TXT records, MX hosts folded and in the order of their preference. */
export const domainCheck = z.object({
  at: date,
  txt: z.array(z.string()),
  mx: z.array(z.string()),
  /** Why there are no records; null where there are some. Checks that were stored by earlier versions have none of this. */
  faults: z.object({ txt: dnsError.nullable(), mx: dnsError.nullable() }).optional(),
})
export type DomainCheck = z.infer<typeof domainCheck>

/** A domain of a service. */
export const domainDoc = z.object({
  _id: z.string(),
  serviceId: z.string(),
  /** Lower case, A-labels; of a wildcard with `*.` before them. */
  hostname: z.string(),
  state: domainState,
  /** The first mail to an unknown address creates it; calls may wait for mail to such an address. */
  publicInbox: z.boolean(),
  /** Must be in the TXT record to prove that the host is the service's. */
  ownershipToken: z.string(),
  createdAt: date,
  verifiedAt: date.nullable(),
  /** The last DNS check. */
  check: domainCheck.nullable(),
  /** When its records are looked up next; null where it is lost, or the operator trusts it without them. Domains of earlier versions have none at first. */
  nextCheckAt: date.nullable().optional(),
  /** Checks in a row that found a record missing, once it was proven; those to which the DNS gave no answer do not count. */
  failures: z.object({ since: date, count: z.number() }).nullable().optional(),
  /** Comes from another installation with its addresses; another service that proves the host takes it over. */
  isImported: z.literal(true).optional(),
  /** The first of its own looks in a row, once it was proven, that did not find its TXT record; a DNS that gave no answer changes nothing. */
  proofMissingSince: date.nullable().optional(),
})
export type DomainDoc = z.infer<typeof domainDoc>

/** When the records of a service's domains are looked up next, the earliest first. */
export const dueIndex = { serviceId: 1, nextCheckAt: 1 } as const

/** The collection of domains. */
export const domainModel = defineModel<DomainDoc>({
  document: domainDoc,
  name: 'domains',
  indexes: [
    // The service that receives mail for a host; an unproven claim blocks no other service.
    { key: { hostname: 1 }, unique: true, partialFilterExpression: { state: { $in: [...receivingStates] } } },
    // Whether any service claims a host: read for each recipient whose host receives no mail.
    { key: { hostname: 1, state: 1 } },
    // The services with domains whose records have to be looked up, and these domains.
    { key: dueIndex },
    // The domains of earlier versions, for which no time is set.
    { key: { nextCheckAt: 1 } },
    // Each host once in a service.
    { key: { serviceId: 1, hostname: 1 }, unique: true },
    // The domains of one service, newest first.
    { key: { serviceId: 1, _id: -1 } },
  ],
})
