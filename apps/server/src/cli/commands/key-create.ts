import { createApiKeyInput } from '@inlet/contract'
import { createApiKey } from '@inlet/core'
import type { Command } from '../command.ts'
import { printable } from '../printable.ts'
import { readOptions } from '../read-options.ts'

/** `key create` */
export const keyCreate: Command = {
  name: 'key create',
  about: 'Create an API key; its value is shown once',
  options: {
    service: { value: 'ID', about: 'The service', isRequired: true },
    name: { value: 'NAME', about: 'What it is for', isRequired: true },
    scope: { value: 'SCOPE', about: 'read, write or admin', isRequired: true },
    test: { about: 'A test key: everything it creates is marked as test and never billed' },
    'expires-at': { value: 'TIME', about: 'When it ends, as in 2027-01-31T00:00:00Z (default never)' },
  },
  examples: [
    'key create --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --name "end-to-end tests" --scope write',
    'key create --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --name ci --scope read --test --json',
  ],
  prepare(given) {
    const from = { id: 'service', name: 'name', scope: 'scope', expiresAt: 'expires-at' }
    const input = { ...readOptions({ schema: createApiKeyInput, given, from }), livemode: given.test !== true }
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const key = await createApiKey(deps, caller, input)
        const text = `Key ${key.id} (${printable(key.name)}, ${key.scope}) is made. Its value, shown only once:\n${key.value}`
        return { json: { data: key }, text }
      },
    }
  },
}
