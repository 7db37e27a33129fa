import type { DnsRecord, Domain } from '@inlet/contract'
import type { DomainCheck, DomainDoc } from './domain-model.ts'

/** The name whose TXT record proves a host (RFC 8552: an underscored name, which is no host's). */
export const ownershipHost = (hostname: string) => `_inlet.${hostname}`

/** The preference that a domain's MX record is shown with; any other does as well. */
const mxPreference = 10

/**
 * The DNS records that a domain needs, each with what a look found and whether it will do. `mxHost` is where its mail must be sent,
 * folded. Other MX hosts beside ours are no fault: mail that they take is lost to us, but that may be a move in progress.
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

/** A domain as it goes out. */
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
