import { readWebhookInput, type Webhook } from '@inlet/contract'
import { readWebhook } from '@inlet/core'
import type { Command } from '../command.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

/** `webhook show` */
export const webhookShow: Command = {
  name: 'webhook show',
  about: 'Show a webhook, with its whole URL and without its secret',
  options: { id: { value: 'ID', about: 'The webhook', isRequired: true } },
  examples: ['webhook show --id 01JD3Q9B4D6F8H0K2M4P6R8T0V'],
  prepare(given) {
    const { id } = readOptions({ schema: readWebhookInput, given, from: { id: 'id' } })
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const webhook = await readWebhook(deps, caller, id)
        return { json: { data: webhook }, text: factsOf(webhook) }
      },
    }
  },
}

function factsOf(webhook: Webhook): string {
  const facts = {
    id: webhook.id,
    service: webhook.serviceId,
    url: webhook.url,
    description: webhook.description,
    events: webhook.events.join(' '),
    'only with a code': webhook.filterOtpOnly,
    state: webhook.disabledReason === null ? webhook.state : `${webhook.state}: ${webhook.disabledReason}`,
    'created (UTC)': minuteOf(webhook.createdAt),
    'last success (UTC)': minuteOf(webhook.lastSuccessAt),
    'failing since (UTC)': minuteOf(webhook.failingSince),
  }
  return table({ fact: Object.keys(facts), value: Object.values(facts) }, '')
}
