import { changeAccount } from '@inlet/core'
import { accountEmail, emailOption } from '../account-options.ts'
import { assertOwnLogin } from '../assert-own-login.ts'
import type { Command } from '../command.ts'

/** `user enable` */
export const userEnable: Command = {
  name: 'user enable',
  about: 'Enable a disabled account again, with its password and roles',
  options: emailOption,
  examples: ['user enable --email ada@example.com'],
  prepare(given) {
    const email = accountEmail(given)
    return {
      kind: 'withDatabase',
      async run({ config, deps, caller }) {
        assertOwnLogin(config, 'Accounts are opened at your identity provider (OIDC_ISSUER).')
        const { _id: id, ...account } = await changeAccount(deps, caller, { email, kind: 'enable' })
        return { json: { data: { id, ...account, state: 'active' } }, text: `${account.email} can log in.` }
      },
    }
  },
}
