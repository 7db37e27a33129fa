import { addressMakers, listAddressesInput } from '@inlet/contract'
import { listAddresses } from '@inlet/core'
import type { Command } from '../command.ts'
import { pageFields, pageOptions, withNextPage } from '../page-options.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

/** `address list` */
export const addressList: Command = {
  name: 'address list',
  about: "List a service's addresses, newest first",
  options: {
    service: { value: 'ID', about: 'The service', isRequired: true },
    hostname: { value: 'HOST', about: 'Only addresses of this domain' },
    q: { value: 'TEXT', about: 'Only addresses with this text before the @' },
    'made-by': { value: 'WHO', about: `Only addresses created by one of these: ${addressMakers.join(', ')}` },
    ...pageOptions,
  },
  examples: [
    'address list --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --q code',
    'address list --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --made-by visitor',
  ],
  prepare(given) {
    const from = { id: 'service', hostname: 'hostname', q: 'q', madeBy: 'made-by', ...pageFields }
    const input = readOptions({ schema: listAddressesInput, given, from, numbers: ['limit'] })
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const page = await listAddresses(deps, caller, input)
        const text = table(
          {
            id: page.data.map(({ id }) => id),
            address: page.data.map(({ fullAddress }) => fullAddress),
            messages: page.data.map(({ messageCount }) => messageCount),
            'last mail (UTC)': page.data.map(({ lastMessageAt }) => minuteOf(lastMessageAt)),
            'created (UTC)': page.data.map(({ createdAt }) => minuteOf(createdAt)),
          },
          'No such address: create one with POST /v1/services/:id/addresses and an API key of scope write.',
        )
        return { json: page, text: withNextPage(text, page.meta) }
      },
    }
  },
}
