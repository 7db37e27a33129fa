import { deleteServiceInput } from '@inlet/contract'
import { deleteService, previewServiceDeletion } from '@inlet/core'
import { calls } from '../../calls.ts'
import type { Command, CommandContext, GivenOptions } from '../command.ts'
import { confirmLoss, lossOf } from '../confirm-loss.ts'
import { printable } from '../printable.ts'
import { readOptions } from '../read-options.ts'

const serviceInput = deleteServiceInput.partial({ confirm: true })

/** `service delete` */
export const serviceDelete: Command = {
  name: 'service delete',
  about: 'Delete a service permanently, with all its domains, addresses, mail, keys, members and webhooks',
  options: {
    id: { value: 'ID', about: 'The service', isRequired: true },
    confirm: { value: 'NAME', about: 'Its name, as a confirmation; without it the terminal asks for it' },
  },
  examples: [
    'service delete --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4',
    'service delete --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --confirm "Acme staging"',
  ],
  prepare(given) {
    const { id, confirm } = readOptions({ schema: serviceInput, given, from: { id: 'id', confirm: 'confirm' } })
    return {
      kind: 'withDatabase',
      async run(context) {
        const { deps, caller } = context
        const confirmed = confirm ?? (await confirmation(context, { id, given }))
        const { name, addressCount } = await deleteService(deps, caller, { id, confirm: confirmed })
        return {
          json: { data: { id, name, addressCount, state: 'deleted' } },
          text: `Service ${id} (${printable(name)}) is deleted, with ${lossOf(addressCount)}. The server erases its mail in the next minutes; to see how far it is: ${calls.inlet} audit list --service ${id}`,
        }
      },
    }
  },
}

async function confirmation(
  { deps, caller }: CommandContext,
  { id, given }: { id: string; given: GivenOptions },
): Promise<string> {
  const { name, addressCount } = await previewServiceDeletion(deps, caller, id)
  const warning = `This deletes ${printable(name)} with all its domains, keys, members and webhooks and ${lossOf(addressCount)}, for good. To keep a copy, first call "${calls.inlet} service export --id ${id} --to FOLDER".`
  return await confirmLoss({ name, warning, verb: 'delete', given })
}
