import { changeDomainInput } from '@inlet/contract'
import { changeDomain } from '@inlet/core'
import { type Command, UsageError } from '../command.ts'
import { readOptions } from '../read-options.ts'

/** `domain change` */
export const domainChange: Command = {
  name: 'domain change',
  about: "Switch a domain's public inboxes, and with them its web inbox, on or off",
  options: {
    id: { value: 'ID', about: 'The domain', isRequired: true },
    'public-inbox': {
      value: 'on|off',
      about:
        'on: visitors use the web inbox on the domain’s host, and the first mail to an unknown address creates it; off: neither',
      isRequired: true,
    },
  },
  examples: [
    'domain change --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --public-inbox on',
    'domain change --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --public-inbox off',
  ],
  prepare(given) {
    const wanted = given['public-inbox']
    if (wanted !== 'on' && wanted !== 'off') throw new UsageError('--public-inbox: expected on or off')
    const fields = { id: given.id, publicInbox: wanted === 'on' }
    const input = readOptions({
      schema: changeDomainInput,
      given: fields,
      from: { id: 'id', publicInbox: 'publicInbox' },
    })
    return {
      kind: 'withDatabase',
      async run({ deps, caller, mxHost }) {
        const domain = await changeDomain(deps, caller, { ...input, mxHost })
        const effect = domain.publicInbox
          ? `Visitors use them at the host ${domain.hostname}. The first mail to an unknown address creates it.`
          : 'Mail to an unknown address is refused with 550 5.1.1. Addresses that mails have created stay.'
        const text = `Domain ${domain.id} (${domain.hostname}): public inboxes are ${wanted}. ${effect}`
        return { json: { data: domain }, text }
      },
    }
  },
}
