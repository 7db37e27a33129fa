import { listApiKeysInput } from '@inlet/contract'
import { listApiKeys } from '@inlet/core'
import { calls } from '../../calls.ts'
import type { Command } from '../command.ts'
import { pageFields, pageOptions, withNextPage } from '../page-options.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

/** `key list` */
export const keyList: Command = {
  name: 'key list',
  about: "List a service's API keys, newest first; their values are not stored",
  options: { service: { value: 'ID', about: 'The service', isRequired: true }, ...pageOptions },
  examples: ['key list --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4'],
  prepare(given) {
    const from = { id: 'service', ...pageFields }
    const input = readOptions({ schema: listApiKeysInput, given, from, numbers: ['limit'] })
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const page = await listApiKeys(deps, caller, input)
        const text = table(
          {
            id: page.data.map(({ id }) => id),
            name: page.data.map(({ name }) => name),
            scope: page.data.map(({ scope }) => scope),
            key: page.data.map(({ prefix, lastFour }) => `${prefix}…${lastFour}`),
            state: page.data.map(({ state }) => state),
            'last used (UTC)': page.data.map(({ lastUsedAt }) => minuteOf(lastUsedAt)),
            'expires (UTC)': page.data.map(({ expiresAt }) => minuteOf(expiresAt)),
          },
          `No key yet: ${calls.inlet} key create --service ${input.id} --name "tests" --scope write`,
        )
        return { json: page, text: withNextPage(text, page.meta) }
      },
    }
  },
}
