import type { DnsRecord, Domain } from '@inlet/contract'
import type { Tone } from '../../design/badge.tsx'
import { dnsText } from './dns-text.ts'

interface Words {
  tone: Tone
  word: string
}

export const domainStates: Record<Domain['state'], Words> = {
  pending: { tone: 'warn', word: 'Pending' },
  verified: { tone: 'good', word: 'Verified' },
  failing: { tone: 'danger', word: 'Failing' },
  lost: { tone: 'neutral', word: 'Lost' },
}

/** Whether the operator vouches for it: then nobody has looked at its records. */
export const isTrusted = ({ state, checkedAt }: Pick<Domain, 'state' | 'checkedAt'>): boolean =>
  state === 'verified' && checkedAt === null

/** What the last look at a record came to, in a few words. */
export function outcomeWords({ type, outcome }: DnsRecord): Words {
  switch (outcome) {
    case null:
      return { tone: 'neutral', word: 'Not looked up yet' }
    case 'ok':
      return { tone: 'good', word: 'Found' }
    case 'nxdomain':
      return { tone: 'warn', word: 'No such name' }
    case 'no_record':
      return { tone: 'warn', word: `No ${type} record` }
    case 'wrong_value':
      return { tone: 'danger', word: 'Another value' }
    case 'conflicting_mx':
      return { tone: 'danger', word: 'Mail goes elsewhere' }
    case 'server_failure':
      return { tone: 'danger', word: 'DNS fault' }
    case 'timeout':
      return { tone: 'danger', word: 'DNS did not answer' }
  }
}

/** What to do about a record; null where nothing is to be done. */
export function outcomeAdvice({ type, host, outcome, found }: DnsRecord): string | null {
  switch (outcome) {
    case null:
    case 'ok':
      return null
    case 'nxdomain':
      return `The DNS does not know the name ${host}. Add the record; it can take some minutes until everybody sees it.`
    case 'no_record':
      return `The name ${host} exists, but it has no ${type} record.`
    case 'wrong_value':
      return `There are ${type} records, but none with this value. Add it beside them: records of others do no harm.`
    case 'conflicting_mx':
      return `Mail for ${host} goes to ${hostsOf(found)}. If people use that mail, leave it as it is and add a subdomain here instead; otherwise replace the record.`
    case 'server_failure':
      return 'The name servers of this domain report a fault, so nothing is known of the record. Its state does not change. Ask whoever runs them if this stays.'
    case 'timeout':
      return 'The name servers of this domain did not answer in time, so nothing is known of the record. Its state does not change.'
  }
}

/** A name in the DNS has no more characters, unless somebody plays with it. */
const hostMaxChars = 253
const namedMax = 4

function hostsOf(found: readonly string[]): string {
  const named = found.slice(0, namedMax).map((host) => dnsText(host, hostMaxChars))
  const more = found.length - named.length
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`
}

/** The records of a domain that do not do, in a line for lists; null where all of them do, or where nobody has looked. */
export function problemWords({ records }: Pick<Domain, 'records'>): string | null {
  const problems = records.flatMap((record) =>
    record.ok || record.outcome === null ? [] : [`${record.type}: ${problemOf(record)}`],
  )
  return problems.length === 0 ? null : problems.join(' · ')
}

function problemOf(record: DnsRecord): string {
  if (record.outcome === 'conflicting_mx') return `mail goes to ${hostsOf(record.found.slice(0, 1))}`
  if (record.outcome === 'no_record') return 'no record'
  const { word } = outcomeWords(record)
  return word.startsWith('DNS') ? word : `${word.slice(0, 1).toLowerCase()}${word.slice(1)}`
}
