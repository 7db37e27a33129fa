import { readWebhookInput } from '@inlet/contract'
import { changeWebhook } from '@inlet/core'
import { allowedTargets } from '../../parts/allowed-targets.ts'
import type { Command } from '../command.ts'
import { readOptions } from '../read-options.ts'

interface Switch {
  enabled: boolean
  name: string
  about: string
  effect: string
}

/** `webhook enable` */
export const webhookEnable = switchOf({
  enabled: true,
  name: 'webhook enable',
  about: 'Enable a webhook: waiting deliveries are sent, and the five days of failures start again',
  effect: 'is enabled. What waited is sent now.',
})

/** `webhook disable` */
export const webhookDisable = switchOf({
  enabled: false,
  name: 'webhook disable',
  about: 'Disable a webhook: its deliveries wait until it is enabled again',
  effect: 'is disabled. What is pending waits until it is enabled again, at most 30 days.',
})

function switchOf({ enabled, name, about, effect }: Switch): Command {
  return {
    name,
    about,
    options: { id: { value: 'ID', about: 'The webhook', isRequired: true } },
    examples: [`${name} --id 01JD3Q9B4D6F8H0K2M4P6R8T0V`],
    prepare(given) {
      const { id } = readOptions({ schema: readWebhookInput, given, from: { id: 'id' } })
      return {
        kind: 'withDatabase',
        async run({ config, deps, caller }) {
          const webhook = await changeWebhook(deps, caller, { id, enabled, targets: allowedTargets(config) })
          return { json: { data: webhook }, text: `Webhook ${id} ${effect}` }
        },
      }
    },
  }
}
