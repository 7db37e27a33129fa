import type { DnsRecord, Domain } from '@inlet/contract'
import type { DomainCheck, DomainDoc } from './domain-model.ts'

/** The name of the TXT record that proves a host (RFC 8552: an underscored name, which cannot be a host). */
export const ownershipHost = (hostname: string) => `_inlet.${hostname}`

/** The preference in the MX record that is shown; any other is accepted too. */
const mxPreference = 10

/**
 * The DNS records that a domain needs, each with the records that a check found and whether they suffice. `mxHost` is where its mail must
 * be sent, folded. MX records of other hosts beside it are accepted, since the domain may be moving from another provider.
 */
export function dnsRecords(
  domain: Pick<DomainDoc, 'hostname' | 'ownershipToken'>,
  check: Pick<DomainCheck, 'txt' | 'mx'> | null,
  mxHost: string,
): DnsRecord[] {
  const value = `inlet-verification=${domain.ownershipToken}`
  const [txt, mx] = [check?.txt ?? [], check?.mx ?? []]
  return [
    { type: 'TXT', host: ownershipHost(domain.hostname), value, found: txt, ok: txt.includes(value) },
    { type: 'MX', host: domain.hostname, value: `${mxPreference} ${mxHost}`, found: mx, ok: mx.includes(mxHost) },
  ]
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
