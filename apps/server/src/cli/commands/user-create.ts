import { emailInBody, inviteMemberInput } from '@inlet/contract'
import { createAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { z } from 'zod'
import { assertOwnLogin } from '../assert-own-login.ts'
import { choosePassword, passwordOption, shownPassword } from '../choose-password.ts'
import { type Command, type GivenOptions, UsageError } from '../command.ts'
import { readOptions } from '../read-options.ts'

const accountInput = z.object({ email: emailInBody, name: z.string().trim().min(1).max(100).optional() })

/** `user create` */
export const userCreate: Command = {
  name: 'user create',
  about: 'Create an account of the built-in login, and with --service a role in that service',
  options: {
    email: { value: 'EMAIL', about: 'The e-mail address to log in with', isRequired: true },
    name: { value: 'NAME', about: 'The name of the user' },
    service: { value: 'ID', about: 'A service that the user becomes a member of' },
    role: { value: 'ROLE', about: 'viewer, admin or owner, in that service' },
    ...passwordOption,
  },
  examples: [
    'user create --email ada@example.com --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --role owner',
    'user create --email ada@example.com --password-stdin < password.txt',
  ],
  async prepare(given) {
    const account = readOptions({ schema: accountInput, given, from: { email: 'email', name: 'name' } })
    const membership = readMembership(given)
    const chosen = await choosePassword(process.stdin, given['password-stdin'] === true)
    const passwordHash = await hashPassword(chosen.password)
    return {
      kind: 'withDatabase',
      async run({ config, deps, caller }) {
        assertOwnLogin(config, 'Accounts are made at your identity provider (OIDC_ISSUER); here: user invite.')
        const made = await createAccount(deps, caller, { ...account, passwordHash, isEmailVerified: true, membership })

        const { _id: id, email, name } = made.account
        const shown = shownPassword(chosen)
        const data = { id, email, name, role: made.membership?.role ?? null, ...shown.json }
        return { json: { data }, text: `${email} can log in${roleText(made.membership)}.${shown.text}` }
      },
    }
  },
}

function readMembership(given: GivenOptions) {
  if (given.service === undefined && given.role === undefined) return null
  if (given.service === undefined || given.role === undefined) {
    throw new UsageError('--service and --role belong together')
  }
  const from = { id: 'service', email: 'email', role: 'role' }
  const { id: serviceId, role } = readOptions({ schema: inviteMemberInput, given, from })
  return { serviceId, role }
}

function roleText(membership: { role: string; isNew: boolean } | null): string {
  if (!membership) return ''
  const { role, isNew } = membership
  return isNew ? `, with the role ${role} in that service` : `, and keeps the role ${role} in that service`
}
