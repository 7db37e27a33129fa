import { createServiceInput } from '@inlet/contract'
import { createService } from '@inlet/core'
import { calls } from '../../calls.ts'
import type { Command } from '../command.ts'
import { printable } from '../printable.ts'
import { readOptions } from '../read-options.ts'

/** `service create` */
export const serviceCreate: Command = {
  name: 'service create',
  about: 'Create a service: it owns domains, addresses, keys and messages',
  options: {
    name: { value: 'NAME', about: 'A display name', isRequired: true },
    'retention-days': { value: 'DAYS', about: 'How many days its messages are kept, 1 to 30 (default 7)' },
  },
  examples: ['service create --name "Acme"', 'service create --name "Acme tests" --retention-days 1 --json'],
  prepare(given) {
    const from = { name: 'name', retentionDays: 'retention-days' }
    const input = readOptions({ schema: createServiceInput, given, from, numbers: ['retention-days'] })
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const service = await createService(deps, caller, { ...input, isSelfService: false })
        const text = `Service ${service.id} (${printable(service.name)}) is made.\nNext: ${calls.inlet} domain add --service ${service.id} --hostname mail.example.com`
        return { json: { data: service }, text }
      },
    }
  },
}
