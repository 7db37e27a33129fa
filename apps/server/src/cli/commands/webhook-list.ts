import { listWebhooksInput } from '@inlet/contract'
import { listWebhooks } from '@inlet/core'
import type { Command } from '../command.ts'
import { pageFields, pageOptions, withNextPage } from '../page-options.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

/** `webhook list` */
export const webhookList: Command = {
  name: 'webhook list',
  about: "List a service's webhooks, newest first, disabled ones too",
  options: { service: { value: 'ID', about: 'The service', isRequired: true }, ...pageOptions },
  examples: ['webhook list --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4'],
  prepare(given) {
    const from = { id: 'service', ...pageFields }
    const input = readOptions({ schema: listWebhooksInput, given, from, numbers: ['limit'] })
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const page = await listWebhooks(deps, caller, input)
        const text = table(
          {
            id: page.data.map(({ id }) => id),
            // The rest of a URL may hold a secret of the customer's: webhook show has it.
            host: page.data.map(({ url }) => URL.parse(url)?.host ?? null),
            state: page.data.map(({ state, disabledReason }) => disabledReason ?? state),
            events: page.data.map(({ events }) => events.join(' ')),
            'last success (UTC)': page.data.map(({ lastSuccessAt }) => minuteOf(lastSuccessAt)),
            'failing since (UTC)': page.data.map(({ failingSince }) => minuteOf(failingSince)),
          },
          'This service has no webhook.',
        )
        return { json: page, text: withNextPage(text, page.meta) }
      },
    }
  },
}
