import { changeServiceInput } from '@inlet/contract'
import { changeService } from '@inlet/core'
import { type Command, UsageError } from '../command.ts'
import { printable } from '../printable.ts'
import { readOptions } from '../read-options.ts'

/** `service change` */
export const serviceChange: Command = {
  name: 'service change',
  about: "Change a service's name, or how long its messages are kept",
  options: {
    id: { value: 'ID', about: 'The service', isRequired: true },
    name: { value: 'NAME', about: 'Its name for people' },
    'retention-days': { value: 'DAYS', about: 'How many days mail received from now on is kept, 1 to 30' },
  },
  examples: [
    'service change --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --retention-days 14',
    'service change --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --name "Acme staging"',
  ],
  prepare(given) {
    const from = { id: 'id', name: 'name', retentionDays: 'retention-days' }
    const input = readOptions({ schema: changeServiceInput, given, from, numbers: ['retention-days'] })
    if (input.name === undefined && input.retentionDays === undefined) {
      throw new UsageError('Nothing is to be changed: --name or --retention-days is missing')
    }
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const service = await changeService(deps, caller, input)
        const { id, name, retentionDays } = service
        const kept = `Mail that comes from now on is kept for ${retentionDays} ${retentionDays === 1 ? 'day' : 'days'}.`
        const rest = input.retentionDays === undefined ? '' : ` ${kept} What is there already keeps its own end.`
        return { json: { data: service }, text: `Service ${id} (${printable(name)}) is changed.${rest}` }
      },
    }
  },
}
