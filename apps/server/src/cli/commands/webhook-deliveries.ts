import { deliveryStates, listDeliveriesInput, webhookEvents } from '@inlet/contract'
import { listDeliveries } from '@inlet/core'
import type { Command } from '../command.ts'
import { pageFields, pageOptions, withNextPage } from '../page-options.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

/** `webhook deliveries` */
export const webhookDeliveries: Command = {
  name: 'webhook deliveries',
  about: 'List the deliveries of a webhook in the last 30 days, newest first',
  options: {
    id: { value: 'ID', about: 'The webhook', isRequired: true },
    state: { value: 'STATE', about: `Only deliveries in this state: ${deliveryStates.join(', ')}` },
    event: { value: 'TYPE', about: `Only deliveries of this event: ${webhookEvents.join(', ')}` },
    ...pageOptions,
  },
  examples: ['webhook deliveries --id 01JD3Q9B4D6F8H0K2M4P6R8T0V --state failed'],
  prepare(given) {
    const from = { id: 'id', state: 'state', eventType: 'event', ...pageFields }
    const input = readOptions({ schema: listDeliveriesInput, given, from, numbers: ['limit'] })
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const page = await listDeliveries(deps, caller, input)
        const text = table(
          {
            id: page.data.map(({ id }) => id),
            event: page.data.map(({ eventType }) => eventType),
            state: page.data.map(({ state }) => state),
            attempts: page.data.map(({ attemptCount }) => attemptCount),
            'last status': page.data.map(({ lastStatus }) => lastStatus),
            'created (UTC)': page.data.map(({ createdAt }) => minuteOf(createdAt)),
            'next attempt (UTC)': page.data.map(({ nextAttemptAt }) => minuteOf(nextAttemptAt)),
          },
          'No such delivery.',
        )
        return { json: page, text: withNextPage(text, page.meta) }
      },
    }
  },
}
