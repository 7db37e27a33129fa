import { rotateApiKeyInput } from '@inlet/contract'
import { rotateApiKey } from '@inlet/core'
import type { Command } from '../command.ts'
import { assertYes, yesOptionFor } from '../confirm-loss.ts'
import { readOptions } from '../read-options.ts'

/** `key rotate` */
export const keyRotate: Command = {
  name: 'key rotate',
  about: 'Replace an API key by a new one, whose value is shown once',
  options: {
    id: { value: 'ID', about: 'The old key', isRequired: true },
    'grace-seconds': {
      value: 'N',
      about: 'How long the old key still works, at most until its expiry: 0 to 604800 (default 86400, a day)',
    },
    ...yesOptionFor('--grace-seconds 0'),
  },
  examples: [
    'key rotate --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4',
    'key rotate --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --grace-seconds 0',
    'key rotate --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --grace-seconds 0 --yes --json',
  ],
  async prepare(given) {
    const from = { id: 'id', graceSeconds: 'grace-seconds' }
    const input = readOptions({ schema: rotateApiKeyInput, given, from, numbers: ['grace-seconds'] })
    if (input.graceSeconds === 0) {
      await assertYes(given, `This ends the key ${input.id} at once: what still uses it is refused.`)
    }
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const key = await rotateApiKey(deps, caller, input)
        const old =
          input.graceSeconds === 0 ? 'The old one is refused now.' : `The old one works until ${key.replaces.endsAt}.`
        return { json: { data: key }, text: `${old} The new key ${key.id}, now and never again:\n${key.value}` }
      },
    }
  },
}
