import { AppError, deleteServiceInput } from '@inlet/contract'
import { deleteService, previewServiceDeletion } from '@inlet/core'
import { ask } from '../ask.ts'
import type { Command, CommandContext } from '../command.ts'
import { printable } from '../printable.ts'
import { readOptions } from '../read-options.ts'

const serviceInput = deleteServiceInput.partial({ confirm: true })

/** `service delete` */
export const serviceDelete: Command = {
  name: 'service delete',
  about: 'Delete a service with everything that it owns: domains, addresses, mail, keys, members, webhooks; for good',
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
    const canAsk = process.stdin.isTTY && given.json !== true
    return {
      kind: 'withDatabase',
      async run(context) {
        const { deps, caller } = context
        const confirmed = confirm ?? (await confirmation(context, { id, canAsk }))
        const { name, addressCount } = await deleteService(deps, caller, { id, confirm: confirmed })
        return {
          json: { data: { id, name, addressCount, state: 'deleted' } },
          text: `Service ${id} (${printable(name)}) is deleted, with ${lossOf(addressCount)}. The server erases its mail in the next minutes; to see how far it is: npm run inlet -- audit list --service ${id}`,
        }
      },
    }
  },
}

/** Shows what will be lost and asks for the service's name. @throws BAD_REQUEST without a terminal */
async function confirmation(
  { deps, caller }: CommandContext,
  { id, canAsk }: { id: string; canAsk: boolean },
): Promise<string> {
  const { name, addressCount } = await previewServiceDeletion(deps, caller, id)
  const shown = printable(name)
  const warning = `This deletes ${shown} with all its domains, keys, members and webhooks and ${lossOf(addressCount)}, for good. A copy: npm run inlet -- service export --id ${id} --to FOLDER`
  if (!canAsk) throw new AppError('BAD_REQUEST', `${warning} To do it, add: --confirm "${shown}"`)
  process.stderr.write(`${warning}\n`)
  return await ask(process.stdin, `Type ${shown} to delete it: `)
}

const lossOf = (addressCount: number) =>
  addressCount === 0
    ? 'no address'
    : `${addressCount} ${addressCount === 1 ? 'address and its mail' : 'addresses and all their mail'}`
