import { randomBytes } from 'node:crypto'
import { type DnsError, type DnsRecord, type Domain, zoneNameOf } from '@inlet/contract'
import type { DomainCheck, DomainDoc } from './domain-model.ts'

/**
 * The name of the TXT record that proves a domain (RFC 8552: an underscored name, which cannot be a host). A wildcard has the one of its
 * parent: below `*` there are no records (RFC 4592).
 */
export const ownershipHost = (domainName: string) => `_inlet.${zoneNameOf(domainName)}`

/** The preference in the MX record that is shown; any other is accepted too. */
const mxPreference = 10

/** Outcomes after which nothing is known of a record. */
const unknownOutcomes: readonly DnsRecord['outcome'][] = ['server_failure', 'timeout']

/**
 * The DNS records that a domain needs, each with the records that a check found and its outcome. `mxHost` is where its mail must be
 * sent, folded. MX records of other hosts beside it are accepted, since the domain may be moving from another provider.
 */
export function dnsRecords(
  domain: Pick<DomainDoc, 'hostname' | 'ownershipToken'>,
  check: Omit<DomainCheck, 'at'> | null,
  mxHost: string,
): DnsRecord[] {
  const value = proofOf(domain.ownershipToken)
  const [txt, mx] = [check?.txt ?? [], check?.mx ?? []]
  const txtOutcome =
    check && outcomeOf({ found: txt, wanted: value, error: check.faults?.txt, ifOthers: 'wrong_value' })
  const mxOutcome =
    check && outcomeOf({ found: mx, wanted: mxHost, error: check.faults?.mx, ifOthers: 'conflicting_mx' })
  const { hostname } = domain
  return [
    { type: 'TXT', host: ownershipHost(hostname), value, found: txt, ok: txtOutcome === 'ok', outcome: txtOutcome },
    {
      type: 'MX',
      host: hostname,
      value: `${mxPreference} ${mxHost}`,
      found: mx,
      ok: mxOutcome === 'ok',
      outcome: mxOutcome,
    },
  ]
}

/** Whether a check says of every record whether it is there. */
export const isConclusive = (records: DnsRecord[]): boolean =>
  records.every(({ outcome }) => outcome !== null && !unknownOutcomes.includes(outcome))

/** Whether the record that proves whose a domain is was missing at a look; null where the DNS gave no answer. */
export function isProofMissing(
  { ownershipToken }: Pick<DomainDoc, 'ownershipToken'>,
  { txt, faults }: Pick<DomainCheck, 'txt' | 'faults'>,
): boolean | null {
  const outcome = outcomeOf({
    found: txt,
    wanted: proofOf(ownershipToken),
    error: faults?.txt,
    ifOthers: 'wrong_value',
  })
  return unknownOutcomes.includes(outcome) ? null : outcome !== 'ok'
}

/** A new token for a claim of a host. */
export const newOwnershipToken = (): string => randomBytes(20).toString('hex')

const proofOf = (ownershipToken: string) => `inlet-verification=${ownershipToken}`

interface LookedUp {
  found: string[]
  wanted: string
  error: DnsError | null | undefined
  /** The outcome where there are records, and the wanted one is not among them. */
  ifOthers: 'wrong_value' | 'conflicting_mx'
}

function outcomeOf({ found, wanted, error, ifOthers }: LookedUp): NonNullable<DnsRecord['outcome']> {
  if (found.includes(wanted)) return 'ok'
  return found.length > 0 ? ifOthers : (error ?? 'no_record')
}

/** The public shape of a domain. */
export function toDomain(domain: DomainDoc, mxHost: string): Domain {
  return {
    id: domain._id,
    serviceId: domain.serviceId,
    hostname: domain.hostname,
    state: domain.state,
    publicInbox: domain.publicInbox,
    records: dnsRecords(domain, domain.check, mxHost),
    createdAt: domain.createdAt.toISOString(),
    verifiedAt: domain.verifiedAt?.toISOString() ?? null,
    checkedAt: domain.check?.at.toISOString() ?? null,
  }
}
