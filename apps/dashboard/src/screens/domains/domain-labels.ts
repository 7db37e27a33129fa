import { type DnsRecord, type Domain, isPublicName } from '@inlet/contract'
import type { Tone } from '../../design/badge.tsx'
import { dnsText } from './dns-text.ts'

interface Label {
  tone: Tone
  label: string
}

export const domainStates: Record<Domain['state'], Label> = {
  pending: { tone: 'warn', label: 'Pending' },
  verified: { tone: 'good', label: 'Verified' },
  failing: { tone: 'danger', label: 'Failing' },
  lost: { tone: 'neutral', label: 'Lost' },
}

/** Whether the operator verified it by hand: then its records are never checked. */
export const isTrusted = ({ state, checkedAt }: Pick<Domain, 'state' | 'checkedAt'>): boolean =>
  state === 'verified' && checkedAt === null

/** The result of the last check of a record. */
export function outcomeLabel({ type, outcome }: DnsRecord): Label {
  switch (outcome) {
    case null:
      return { tone: 'neutral', label: 'Not checked yet' }
    case 'ok':
      return { tone: 'good', label: 'Found' }
    case 'nxdomain':
      return { tone: 'warn', label: 'No such name' }
    case 'no_record':
      return { tone: 'warn', label: `No ${type} record` }
    case 'wrong_value':
      return { tone: 'danger', label: 'Wrong value' }
    case 'conflicting_mx':
      return { tone: 'danger', label: 'Mail goes elsewhere' }
    case 'server_failure':
      return { tone: 'danger', label: 'DNS error' }
    case 'timeout':
      return { tone: 'danger', label: 'DNS did not answer' }
  }
}

/** What to do about a record; null where nothing is to be done. */
export function outcomeAdvice(record: DnsRecord): string | null {
  const { type, host, outcome, found } = record
  if (outcome !== 'ok' && type === 'MX' && !isPublicName(mailServerIn(record))) {
    return `${mailServerIn(record)} is no public name: other mail servers cannot find it. Before you add this record, ask the operator of this server to set MX_HOST.`
  }
  switch (outcome) {
    case null:
    case 'ok':
      return null
    case 'nxdomain':
      return `The name ${host} does not exist in DNS. Add the record. It can take a few minutes to become visible.`
    case 'no_record':
      return `The name ${host} exists, but it has no ${type} record.`
    case 'wrong_value':
      return `There are ${type} records, but none with this value. Add it next to them: other records do no harm.`
    case 'conflicting_mx':
      return `Mail for ${host} goes to ${hostsOf(found)}. If people use that mail, leave the record alone and add a subdomain here instead. Otherwise replace it.`
    case 'server_failure':
      return 'The name servers of this domain returned an error, so the record could not be checked. The state of the domain does not change. If this persists, contact your DNS provider.'
    case 'timeout':
      return 'The name servers of this domain did not answer in time, so the record could not be checked. The state of the domain does not change.'
  }
}

/** The host in the value of an MX record, behind its priority. */
const mailServerIn = ({ value }: DnsRecord): string => value.slice(value.indexOf(' ') + 1)

/** A DNS name is not longer. */
const hostMaxChars = 253
const namedMax = 4

function hostsOf(found: readonly string[]): string {
  const named = found.slice(0, namedMax).map((host) => dnsText(host, hostMaxChars))
  const more = found.length - named.length
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`
}

/** The problems of a domain's records in one line; null where there are none, or where they were not checked yet. */
export function problemSummary({ records }: Pick<Domain, 'records'>): string | null {
  const problems = records.flatMap((record) =>
    record.ok || record.outcome === null ? [] : [`${record.type}: ${problemOf(record)}`],
  )
  return problems.length === 0 ? null : problems.join(' · ')
}

function problemOf(record: DnsRecord): string {
  if (record.outcome === 'conflicting_mx') return `mail goes to ${hostsOf(record.found.slice(0, 1))}`
  if (record.outcome === 'no_record') return 'no record'
  const { label } = outcomeLabel(record)
  return label.startsWith('DNS') ? label : `${label.slice(0, 1).toLowerCase()}${label.slice(1)}`
}
