import { removeDomainInput } from '@inlet/contract'
import { previewDomainRemoval, removeDomain } from '@inlet/core'
import type { Command, CommandContext, GivenOptions } from '../command.ts'
import { confirmLoss, lossOf } from '../confirm-loss.ts'
import { readOptions } from '../read-options.ts'

const domainInput = removeDomainInput.partial({ confirm: true })

/** `domain remove` */
export const domainRemove: Command = {
  name: 'domain remove',
  about: 'Remove a domain permanently, with all its addresses and their mail',
  options: {
    id: { value: 'ID', about: 'The domain', isRequired: true },
    confirm: { value: 'HOST', about: 'The name of the domain, as a confirmation; without it the terminal asks for it' },
  },
  examples: [
    'domain remove --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4',
    'domain remove --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --confirm mail.example.com',
  ],
  prepare(given) {
    const { id, confirm } = readOptions({ schema: domainInput, given, from: { id: 'id', confirm: 'confirm' } })
    return {
      kind: 'withDatabase',
      async run(context) {
        const { deps, caller } = context
        const confirmed = confirm ?? (await confirmation(context, { id, given }))
        const { hostname, addressCount } = await removeDomain(deps, caller, { id, confirm: confirmed })
        return {
          json: { data: { id, hostname, addressCount, state: 'removed' } },
          text: `Domain ${id} (${hostname}) is removed, with ${lossOf(addressCount)}.`,
        }
      },
    }
  },
}

async function confirmation(
  { deps, caller }: CommandContext,
  { id, given }: { id: string; given: GivenOptions },
): Promise<string> {
  const { hostname, addressCount } = await previewDomainRemoval(deps, caller, id)
  const warning = `This removes ${hostname} with ${lossOf(addressCount)}, at once and for good. Its mail is refused from then on.`
  return await confirmLoss({ name: hostname, warning, verb: 'remove', given })
}
