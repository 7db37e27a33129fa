import { AppError, deleteAddressInput, fullAddressInPath } from '@inlet/contract'
import { deleteAddress, findAddressByName } from '@inlet/core'
import { z } from 'zod'
import { type Command, type CommandContext, type GivenOptions, UsageError } from '../command.ts'
import { assertYes, yesOption } from '../confirm-loss.ts'
import { readOptions } from '../read-options.ts'

/** `address delete` */
export const addressDelete: Command = {
  name: 'address delete',
  about: 'Delete an address and all its messages permanently',
  options: {
    id: { value: 'ID', about: 'The id of the address' },
    address: { value: 'ADDRESS', about: 'The address, as in code@mail.example.com' },
    ...yesOption,
  },
  examples: [
    'address delete --address code@mail.example.com',
    'address delete --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --yes --json',
  ],
  async prepare(given) {
    const named = readNamed(given)
    const name = 'id' in named ? named.id : named.address
    await assertYes(given, `This deletes the address ${name} with all its messages, for good.`)
    return {
      kind: 'withDatabase',
      async run(context) {
        const id = 'id' in named ? named.id : await idOf(context, named.address)
        await deleteAddress(context.deps, context.caller, id)
        return { json: { data: { id, state: 'deleted' } }, text: `Address ${name} is deleted, with all its messages.` }
      },
    }
  },
}

function readNamed(given: GivenOptions): { id: string } | { address: string } {
  if ((given.id === undefined) === (given.address === undefined)) {
    throw new UsageError('Name the address with --address, or with --id')
  }
  if (given.id !== undefined) return readOptions({ schema: deleteAddressInput, given, from: { id: 'id' } })
  return readOptions({ schema: z.object({ address: fullAddressInPath }), given, from: { address: 'address' } })
}

async function idOf({ deps }: CommandContext, fullAddress: string): Promise<string> {
  const address = await findAddressByName(deps, fullAddress)
  if (!address) throw new AppError('NOT_FOUND', 'No such address')
  return address._id
}
