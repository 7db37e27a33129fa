import { changeMemberInput } from '@inlet/contract'
import { changeMember } from '@inlet/core'
import type { Command } from '../command.ts'
import { printable } from '../printable.ts'
import { readOptions } from '../read-options.ts'

/** `member change` */
export const memberChange: Command = {
  name: 'member change',
  about: 'Change the role of a member or of an invitation, within a second',
  options: {
    service: { value: 'ID', about: 'The service', isRequired: true },
    id: { value: 'ID', about: 'The member, as member list shows it', isRequired: true },
    role: { value: 'ROLE', about: 'viewer, admin or owner', isRequired: true },
  },
  examples: ['member change --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --id 01JD3Q7Z5V8XK2M4N6P8R0T2W5 --role admin'],
  prepare(given) {
    const from = { id: 'service', userId: 'id', role: 'role' }
    const input = readOptions({ schema: changeMemberInput, given, from })
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const member = await changeMember(deps, caller, input)
        return {
          json: { data: member },
          text: `${printable(member.email ?? member.id)} has the role ${member.role} now.`,
        }
      },
    }
  },
}
