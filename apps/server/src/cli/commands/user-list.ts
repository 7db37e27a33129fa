import { pageInput } from '@inlet/contract'
import { listAccounts, listUsers } from '@inlet/core'
import { calls } from '../../calls.ts'
import type { Command } from '../command.ts'
import { pageFields, pageOptions, withNextPage } from '../page-options.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

/** `user list` */
export const userList: Command = {
  name: 'user list',
  about: 'List the accounts of the built-in login, newest first; with OIDC_ISSUER, everybody who has called the API',
  options: pageOptions,
  examples: ['user list', 'user list --limit 100 --json'],
  prepare(given) {
    const input = readOptions({ schema: pageInput, given, from: pageFields, numbers: ['limit'] })
    return {
      kind: 'withDatabase',
      async run({ config, deps, caller }) {
        const isOurLogin = config.OIDC_ISSUER === undefined
        const page = await (isOurLogin ? listAccounts : listUsers)(deps, caller, input)
        const none = isOurLogin
          ? `No account yet: ${calls.inlet} user create --email ada@example.com`
          : `Nobody has called the API yet: invite a user with ${calls.inlet} user invite`
        const text = table(
          {
            id: page.data.map(({ id }) => id),
            email: page.data.map(({ email }) => email),
            name: page.data.map(({ name }) => name),
            state: page.data.map(({ state }) => state),
            'created (UTC)': page.data.map(({ createdAt }) => minuteOf(createdAt)),
          },
          none,
        )
        return { json: page, text: withNextPage(text, page.meta) }
      },
    }
  },
}
