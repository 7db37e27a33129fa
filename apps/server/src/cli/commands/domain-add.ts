import { createDomainInput } from '@inlet/contract'
import { createDomain } from '@inlet/core'
import { calls } from '../../calls.ts'
import { mxHostAdvice } from '../../mx-host.ts'
import type { Command } from '../command.ts'
import { printable } from '../printable.ts'
import { readOptions } from '../read-options.ts'
import { recordsTable } from '../records-table.ts'

/** `domain add` */
export const domainAdd: Command = {
  name: 'domain add',
  about: 'Add a domain to a service and show its required DNS records',
  options: {
    service: { value: 'ID', about: 'The service', isRequired: true },
    hostname: { value: 'HOST', about: 'The domain, as in code@HOST', isRequired: true },
    'public-inbox': { about: 'The first mail to an unknown address creates it' },
    trust: { about: 'Skip the DNS check and trust that the domain is yours' },
  },
  examples: [
    'domain add --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --hostname mail.example.com',
    'domain add --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --hostname tests.internal.example --trust',
  ],
  prepare(given) {
    const from = { id: 'service', hostname: 'hostname', publicInbox: 'public-inbox' }
    const input = readOptions({ schema: createDomainInput, given, from })
    return {
      kind: 'withDatabase',
      async run({ deps, caller, mxHost }) {
        const domain = await createDomain(deps, caller, { ...input, mxHost, isTrusted: given.trust === true })
        const { id, hostname } = domain
        if (domain.state === 'verified') {
          return { json: { data: domain }, text: `Domain ${id} (${hostname}) is added, and receives mail.` }
        }
        const next = `Enter these at your DNS provider, then: ${calls.inlet} domain verify --id ${id}`
        const text = `Domain ${id} (${hostname}) is added, and pending.\n\n${recordsTable(domain)}\n\n${next}`
        const advice = mxHostAdvice(mxHost)
        const note =
          advice === null
            ? {}
            : { note: `The MX record names ${printable(mxHost)}, which is no public name. ${advice}` }
        return { json: { data: domain }, text, ...note }
      },
    }
  },
}
