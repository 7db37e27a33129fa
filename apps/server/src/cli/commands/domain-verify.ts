import { type Domain, verifyDomainInput } from '@inlet/contract'
import { trustDomain, verifyDomain } from '@inlet/core'
import { domainDns } from '@inlet/runtime'
import type { Command } from '../command.ts'
import { readOptions } from '../read-options.ts'
import { recordsTable } from '../records-table.ts'

const verdicts: Record<Domain['state'], string> = {
  verified: 'is verified, and receives mail.',
  pending: 'is still pending: a record is missing. DNS changes may take an hour to be seen.',
  failing: 'still receives mail, but a record of it has gone.',
  lost: 'is lost: another service has proven it. Remove it, and add it again to claim it anew.',
}

const unanswered = ({ state }: Domain) => `stays ${state}: the DNS does not answer. Try again, or see DNS_SERVERS.`

/** `domain verify` */
export const domainVerify: Command = {
  name: 'domain verify',
  about: "Check a domain's DNS records; when they are right, the domain receives mail",
  options: {
    id: { value: 'ID', about: 'The domain', isRequired: true },
    trust: { about: 'Skip the DNS check and trust that the domain is yours' },
  },
  examples: ['domain verify --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4', 'domain verify --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --trust'],
  prepare(given) {
    const { id } = readOptions({ schema: verifyDomainInput, given, from: { id: 'id' } })
    return {
      kind: 'withDatabase',
      async run({ config, deps, caller, mxHost }) {
        const domain =
          given.trust === true
            ? await trustDomain(deps, caller, { id, mxHost })
            : await verifyDomain(deps, caller, { id, dns: domainDns(config.DNS_SERVERS), mxHost })
        const isUnanswered = domain.records.some(({ outcome }) => outcome === 'server_failure' || outcome === 'timeout')
        const verdict = isUnanswered ? unanswered(domain) : verdicts[domain.state]
        const text = `Domain ${domain.id} (${domain.hostname}) ${verdict}\n\n${recordsTable(domain)}`
        return { json: { data: domain }, text, isError: domain.state !== 'verified' || isUnanswered }
      },
    }
  },
}
