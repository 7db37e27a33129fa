import { changeAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { accountEmail, emailOption } from '../account-options.ts'
import { assertOwnLogin } from '../assert-own-login.ts'
import { choosePassword, passwordOption, shownPassword } from '../choose-password.ts'
import type { Command } from '../command.ts'

/** `user set-password` */
export const userSetPassword: Command = {
  name: 'user set-password',
  about: 'Set a new password for an account; its earlier logins and tokens end',
  options: { ...emailOption, ...passwordOption },
  examples: [
    'user set-password --email ada@example.com',
    'user set-password --email ada@example.com --password-stdin < password.txt',
  ],
  async prepare(given) {
    const wanted = accountEmail(given)
    const chosen = await choosePassword(process.stdin, given['password-stdin'] === true)
    const passwordHash = await hashPassword(chosen.password)
    return {
      kind: 'withDatabase',
      async run({ config, deps, caller }) {
        assertOwnLogin(config, 'Passwords are set at your identity provider (OIDC_ISSUER).')
        const {
          _id: id,
          email,
          name,
        } = await changeAccount(deps, caller, {
          email: wanted,
          kind: 'password',
          passwordHash,
        })
        const shown = shownPassword(chosen)
        const text = `${email} has another password, and logs in again with it.${shown.text}`
        return { json: { data: { id, email, name, ...shown.json } }, text }
      },
    }
  },
}
