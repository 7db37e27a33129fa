import { revokeApiKeyInput } from '@inlet/contract'
import { revokeApiKey } from '@inlet/core'
import type { Command } from '../command.ts'
import { assertYes, yesOption } from '../confirm-loss.ts'
import { readOptions } from '../read-options.ts'

/** `key revoke` */
export const keyRevoke: Command = {
  name: 'key revoke',
  about: 'Revoke an API key: every process refuses it within a second',
  options: { id: { value: 'ID', about: 'The key', isRequired: true }, ...yesOption },
  examples: ['key revoke --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4', 'key revoke --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --yes --json'],
  async prepare(given) {
    const { id } = readOptions({ schema: revokeApiKeyInput, given, from: { id: 'id' } })
    await assertYes(given, `This revokes the key ${id}: what uses it is refused, for good.`)
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        await revokeApiKey(deps, caller, id)
        return { json: { data: { id, state: 'revoked' } }, text: `Key ${id} is revoked.` }
      },
    }
  },
}
