import { AppError, removeDomainInput } from '@inlet/contract'
import { previewDomainRemoval, removeDomain } from '@inlet/core'
import { ask } from '../ask.ts'
import type { Command, Tools } from '../command.ts'
import { readOptions } from '../read-options.ts'

const domainInput = removeDomainInput.partial({ confirm: true })

/** `domain remove` */
export const domainRemove: Command = {
  name: 'domain remove',
  about: 'Remove a domain with all its addresses and their mail, for good',
  options: {
    id: { value: 'ID', about: 'The domain', isRequired: true },
    confirm: { value: 'HOST', about: 'Its name, so that no other is removed; else it is asked for at the terminal' },
  },
  examples: [
    'domain remove --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4',
    'domain remove --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --confirm mail.example.com',
  ],
  prepare(given) {
    const { id, confirm } = readOptions({ schema: domainInput, given, from: { id: 'id', confirm: 'confirm' } })
    const canAsk = process.stdin.isTTY && given.json !== true
    return {
      kind: 'withDatabase',
      async run(tools) {
        const { deps, caller } = tools
        const confirmed = confirm ?? (await confirmation(tools, { id, canAsk }))
        const { hostname, addressCount } = await removeDomain(deps, caller, { id, confirm: confirmed })
        return {
          json: { data: { id, hostname, addressCount, state: 'removed' } },
          text: `Domain ${id} (${hostname}) is removed, with ${lossOf(addressCount)}.`,
        }
      },
    }
  },
}

/** What the operator types once they know what will be lost. @throws BAD_REQUEST where nobody is there to be asked */
async function confirmation({ deps, caller }: Tools, wish: { id: string; canAsk: boolean }): Promise<string> {
  const { hostname, addressCount } = await previewDomainRemoval(deps, caller, wish.id)
  const warning = `This removes ${hostname} with ${lossOf(addressCount)}, at once and for good. Its mail is refused from then on.`
  if (!wish.canAsk) throw new AppError('BAD_REQUEST', `${warning} To do it, add: --confirm ${hostname}`)
  process.stderr.write(`${warning}\n`)
  return await ask(process.stdin, `Type ${hostname} to remove it: `)
}

const lossOf = (addressCount: number) =>
  addressCount === 0
    ? 'no address'
    : `${addressCount} ${addressCount === 1 ? 'address and its mail' : 'addresses and all their mail'}`
