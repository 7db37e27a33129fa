import { removeMemberInput } from '@inlet/contract'
import { removeMember } from '@inlet/core'
import type { Command } from '../command.ts'
import { assertYes, yesOption } from '../confirm-loss.ts'
import { readOptions } from '../read-options.ts'

/** `member remove` */
export const memberRemove: Command = {
  name: 'member remove',
  about: 'Remove a member from a service, or withdraw an invitation; their calls are refused within a second',
  options: {
    service: { value: 'ID', about: 'The service', isRequired: true },
    id: { value: 'ID', about: 'The member, as member list shows it', isRequired: true },
    ...yesOption,
  },
  examples: [
    'member remove --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --id 01JD3Q7Z5V8XK2M4N6P8R0T2W5',
    'member remove --service 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --id 01JD3Q7Z5V8XK2M4N6P8R0T2W5 --yes --json',
  ],
  async prepare(given) {
    const input = readOptions({ schema: removeMemberInput, given, from: { id: 'service', userId: 'id' } })
    await assertYes(given, `This takes all rights in the service from the member ${input.userId}.`)
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        await removeMember(deps, caller, input)
        return { json: { data: { id: input.userId, state: 'removed' } }, text: `Member ${input.userId} is removed.` }
      },
    }
  },
}
