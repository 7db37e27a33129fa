import { listServicesInput } from '@inlet/contract'
import { listServices } from '@inlet/core'
import { calls } from '../../calls.ts'
import type { Command } from '../command.ts'
import { pageFields, pageOptions, withNextPage } from '../page-options.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

/** `service list` */
export const serviceList: Command = {
  name: 'service list',
  about: 'List all services, newest first',
  options: pageOptions,
  examples: ['service list', 'service list --limit 100 --json'],
  prepare(given) {
    const input = readOptions({ schema: listServicesInput, given, from: pageFields, numbers: ['limit'] })
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const page = await listServices(deps, caller, input)
        const text = table(
          {
            id: page.data.map(({ id }) => id),
            name: page.data.map(({ name }) => name),
            plan: page.data.map(({ plan }) => plan),
            'kept days': page.data.map(({ retentionDays }) => retentionDays),
            lock: page.data.map(({ accessLock }) => (accessLock.enabled ? 'on' : 'off')),
            'created (UTC)': page.data.map(({ createdAt }) => minuteOf(createdAt)),
          },
          `No service yet: ${calls.inlet} service create --name "Acme"`,
        )
        return { json: page, text: withNextPage(text, page.meta) }
      },
    }
  },
}
