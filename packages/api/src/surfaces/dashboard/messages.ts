import { deleteMessageInput } from '@inlet/contract'
import { deleteMessage } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { memberRefusals, noContent } from './shared.ts'

/** Messages of the user's services. */
export const messageProcedures = {
  deleteMessage: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/messages/{id}',
        operationId: 'deleteMessage',
        tags: ['Messages'],
        summary: 'Delete a message',
        description: 'It is gone for every reader at once. Needs the role admin or owner.',
        successDescription: 'Deleted.',
      },
      refusals: memberRefusals('message'),
      status: 204,
    })
    .input(deleteMessageInput)
    .output(noContent)
    .mutation(({ ctx, input }) => deleteMessage(ctx.deps, ctx.caller, input.id)),
}
