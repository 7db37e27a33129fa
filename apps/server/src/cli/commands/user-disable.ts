import { changeAccount } from '@inlet/core'
import { accountEmail, emailOption } from '../account-options.ts'
import { assertOwnLogin } from '../assert-own-login.ts'
import type { Command } from '../command.ts'

/** `user disable` */
export const userDisable: Command = {
  name: 'user disable',
  about: 'Disable an account: its logins and tokens end within a second; its roles are kept',
  options: emailOption,
  examples: ['user disable --email ada@example.com'],
  prepare(given) {
    const email = accountEmail(given)
    return {
      kind: 'withDatabase',
      async run({ config, deps, caller }) {
        assertOwnLogin(config, 'Accounts are closed at your identity provider (OIDC_ISSUER); here: member remove.')
        const { _id: id, ...account } = await changeAccount(deps, caller, { email, kind: 'disable' })
        const text = `${account.email} cannot log in any more.`
        return { json: { data: { id, ...account, state: 'disabled' } }, text }
      },
    }
  },
}
