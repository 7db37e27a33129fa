import { inviteMemberInput } from '@inlet/contract'
import { inviteMember } from '@inlet/core'
import type { Command } from '../command.ts'
import { readOptions } from '../read-options.ts'

/** `user invite` */
export const userInvite: Command = {
  name: 'user invite',
  about:
    'Invite a user to a service by e-mail address; they get the role when they log in with that verified address and accept',
  options: {
    email: { value: 'EMAIL', about: 'The e-mail address at the identity provider', isRequired: true },
    service: { value: 'ID', about: 'The service', isRequired: true },
    role: { value: 'ROLE', about: 'viewer, admin or owner', isRequired: true },
  },
  examples: ['user invite --email ada@example.com --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --role owner'],
  prepare(given) {
    const input = readOptions({
      schema: inviteMemberInput,
      given,
      from: { id: 'service', email: 'email', role: 'role' },
    })
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const member = await inviteMember(deps, caller, input)
        const text = `${member.email} is invited as ${member.role}. No mail is sent: ask them to log in with that address and to accept.`
        return { json: { data: member }, text }
      },
    }
  },
}
