import { listMembersInput } from '@inlet/contract'
import { listMembers } from '@inlet/core'
import { calls } from '../../calls.ts'
import type { Command } from '../command.ts'
import { pageFields, pageOptions, withNextPage } from '../page-options.ts'
import { readOptions } from '../read-options.ts'
import { minuteOf, table } from '../table.ts'

/** `member list` */
export const memberList: Command = {
  name: 'member list',
  about: "List a service's members and open invitations, newest first",
  options: { service: { value: 'ID', about: 'The service', isRequired: true }, ...pageOptions },
  examples: ['member list --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4'],
  prepare(given) {
    const from = { id: 'service', ...pageFields }
    const input = readOptions({ schema: listMembersInput, given, from, numbers: ['limit'] })
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        const page = await listMembers(deps, caller, input)
        const text = table(
          {
            id: page.data.map(({ id }) => id),
            email: page.data.map(({ email }) => email),
            name: page.data.map(({ name }) => name),
            role: page.data.map(({ role }) => role),
            state: page.data.map(({ userId }) => (userId === null ? 'invited' : 'member')),
            'since (UTC)': page.data.map(({ createdAt }) => minuteOf(createdAt)),
          },
          `No member yet: ${calls.inlet} user invite --service ${input.id} --email ada@example.com --role owner`,
        )
        return { json: page, text: withNextPage(text, page.meta) }
      },
    }
  },
}
