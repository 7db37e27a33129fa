import { redeliverInput } from '@inlet/contract'
import { redeliver } from '@inlet/core'
import type { Command } from '../command.ts'
import { readOptions } from '../read-options.ts'

/** `webhook redeliver` */
export const webhookRedeliver: Command = {
  name: 'webhook redeliver',
  about: 'Send a delivery again, whatever its state, under the same webhook-id',
  options: { id: { value: 'ID', about: 'The delivery; webhook deliveries lists them', isRequired: true } },
  examples: ['webhook redeliver --id 01JD3QA4C9T5V7X9Z1B3D5F7H9'],
  prepare(given) {
    const { id } = readOptions({ schema: redeliverInput, given, from: { id: 'id' } })
    return {
      kind: 'withDatabase',
      async run({ deps, caller, config }) {
        const perMinute = config.WEBHOOK_DELIVERIES_PER_MINUTE
        const delivery = await redeliver(deps, caller, { id, perMinute })
        return { json: { data: delivery }, text: `Delivery ${id} is pending again: the worker sends it now.` }
      },
    }
  },
}
