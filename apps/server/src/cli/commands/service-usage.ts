import { type Billing, readBillingInput } from '@inlet/contract'
import { readBilling } from '@inlet/core'
import type { Command } from '../command.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

/** `service usage` */
export const serviceUsage: Command = {
  name: 'service usage',
  about: 'Show the plan, payment and usage of a service in this period',
  options: { id: { value: 'ID', about: 'The service', isRequired: true } },
  examples: ['service usage --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4'],
  prepare(given) {
    const { id } = readOptions({ schema: readBillingInput, given, from: { id: 'id' } })
    return {
      kind: 'withDatabase',
      async run({ config, deps, caller }) {
        const billing = await readBilling(deps, caller, { id, provider: config.BILLING_PROVIDER })
        return { json: { data: billing }, text: textOf(billing) }
      },
    }
  },
}

const namesOf = {
  domains: 'domains',
  addresses: 'addresses',
  messagesPerMonth: 'messages in this period',
  webhooks: 'webhooks',
  members: 'members',
} as const

function textOf({ provider, plan, status, period, cancelsAtEnd, usage, overQuota }: Billing): string {
  const facts = {
    plan,
    'paid by': provider,
    status: cancelsAtEnd ? `${status}, ends with its period` : status,
    'period (UTC)': `${minuteOf(period.start)} to ${minuteOf(period.end)}`,
  }
  const names = Object.keys(namesOf).filter((name): name is keyof typeof namesOf => name in namesOf)
  const used = table(
    {
      'of the plan': names.map((name) => namesOf[name]),
      used: names.map((name) => usage[name].used),
      limit: names.map((name) => usage[name].limit),
      over: names.map((name) => overQuota.includes(name)),
    },
    '',
  )
  return `${table({ fact: Object.keys(facts), value: Object.values(facts) }, '')}\n\n${used}`
}
