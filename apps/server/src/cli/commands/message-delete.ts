import { deleteMessageInput } from '@inlet/contract'
import { deleteMessage } from '@inlet/core'
import type { Command } from '../command.ts'
import { assertYes, yesOption } from '../confirm-loss.ts'
import { readOptions } from '../read-options.ts'

/** `message delete` */
export const messageDelete: Command = {
  name: 'message delete',
  about: 'Delete a message permanently',
  options: {
    id: { value: 'ID', about: 'The message, as GET /v1/inboxes/:address/messages shows it', isRequired: true },
    ...yesOption,
  },
  examples: [
    'message delete --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4',
    'message delete --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --yes --json',
  ],
  async prepare(given) {
    const { id } = readOptions({ schema: deleteMessageInput, given, from: { id: 'id' } })
    await assertYes(given, `This deletes the message ${id}, for good.`)
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        await deleteMessage(deps, caller, id)
        return { json: { data: { id, state: 'deleted' } }, text: `Message ${id} is deleted.` }
      },
    }
  },
}
