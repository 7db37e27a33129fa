import { emailInBody, inviteMemberInput } from '@inlet/contract'
import { createAccount, inviteMember, noteDeed } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { ConfigError } from '@inlet/runtime'
import { z } from 'zod'
import { choosePassword } from '../choose-password.ts'
import { type Command, type Given, UsageError } from '../command.ts'
import { readOptions } from '../read-options.ts'

const accountInput = z.object({ email: emailInBody, name: z.string().trim().min(1).max(100).optional() })

/** `user create` */
export const userCreate: Command = {
  name: 'user create',
  about: 'Make an account for the login page that Inlet brings, with a role in a service where one is named',
  options: {
    email: { value: 'EMAIL', about: 'What they log in with', isRequired: true },
    name: { value: 'NAME', about: 'What they are called' },
    service: { value: 'ID', about: 'A service that they are to be a member of' },
    role: { value: 'ROLE', about: 'viewer, admin or owner, in that service' },
    'password-stdin': { about: 'Take the password from the first line of the input; else it is asked for or made' },
  },
  examples: [
    'user create --email ada@example.com --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --role owner',
    'user create --email ada@example.com --password-stdin < password.txt',
  ],
  async prepare(given) {
    const account = readOptions({ schema: accountInput, given, from: { email: 'email', name: 'name' } })
    const invitation = readInvitation(given)
    const { password, isMade } = await choosePassword(process.stdin, given['password-stdin'] === true)
    const passwordHash = await hashPassword(password)
    return {
      kind: 'withDatabase',
      async run({ config, deps, caller }) {
        if (config.OIDC_ISSUER) {
          throw new ConfigError('Accounts are made at your identity provider (OIDC_ISSUER); here: user invite.')
        }
        const { _id: id, email, name } = await createAccount(deps, { ...account, passwordHash, isEmailVerified: true })
        const target = { kind: 'account', id, name: email } as const
        await noteDeed(deps, caller, { action: 'account.created', target })
        const member = invitation ? await inviteMember(deps, caller, invitation) : null

        const role = member ? `, with the role ${member.role} from their first login on` : ''
        const made = isMade ? `\nTheir password, now and never again: ${password}` : ''
        const data = { id, email, name, role: member?.role ?? null, ...(isMade ? { password } : {}) }
        return { json: { data }, text: `${email} can log in${role}.${made}` }
      },
    }
  },
}

function readInvitation(given: Given) {
  if (given.service === undefined && given.role === undefined) return null
  if (given.service === undefined || given.role === undefined) {
    throw new UsageError('--service and --role belong together')
  }
  return readOptions({ schema: inviteMemberInput, given, from: { id: 'service', email: 'email', role: 'role' } })
}
