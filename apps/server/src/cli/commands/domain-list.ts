import { listDomainsInput } from '@inlet/contract'
import { listDomains } from '@inlet/core'
import { calls } from '../../calls.ts'
import type { Command } from '../command.ts'
import { pageFields, pageOptions, withNextPage } from '../page-options.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

/** `domain list` */
export const domainList: Command = {
  name: 'domain list',
  about: "List a service's domains, newest first",
  options: { service: { value: 'ID', about: 'The service', isRequired: true }, ...pageOptions },
  examples: ['domain list --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4'],
  prepare(given) {
    const from = { id: 'service', ...pageFields }
    const input = readOptions({ schema: listDomainsInput, given, from, numbers: ['limit'] })
    return {
      kind: 'withDatabase',
      async run({ deps, caller, mxHost }) {
        const page = await listDomains(deps, caller, { ...input, mxHost })
        const text = table(
          {
            id: page.data.map(({ id }) => id),
            hostname: page.data.map(({ hostname }) => hostname),
            state: page.data.map(({ state }) => state),
            public: page.data.map(({ publicInbox }) => publicInbox),
            'checked (UTC)': page.data.map(({ checkedAt }) => minuteOf(checkedAt)),
          },
          `No domain yet: ${calls.inlet} domain add --service ${input.id} --hostname mail.example.com`,
        )
        return { json: page, text: withNextPage(text, page.meta) }
      },
    }
  },
}
