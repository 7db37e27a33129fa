import {
  clearInboxInput,
  deleteMessageInput,
  listAttachmentsInput,
  listAttachmentsOutput,
  renderMessageInput,
  renderMessageOutput,
} from '@inlet/contract'
import { clearInboxByName, deleteMessage } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { noContent } from '../../procedure/no-content.ts'
import { attachmentsOf } from './attachment-response.ts'
import { renderedForMember } from './rendered-message.ts'
import { memberRefusals, noSuch, onlyUsers } from './shared.ts'

/** The refusals of a procedure that reads a mail on a worker thread. */
const readRefusals = {
  ...onlyUsers,
  ...noSuch('message'),
  TOO_MANY_REQUESTS:
    'Too many calls of this user, too many failed credentials from this client, or too many mails waiting to be parsed for this user.',
  SERVICE_UNAVAILABLE:
    'The database or the token issuer does not answer, the server is shutting down, earlier answers have not been read yet, or the mail cannot be parsed right now.',
}

/** Messages of the user's services. */
export const messageProcedures = {
  listAttachments: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/messages/{id}/attachments',
        operationId: 'listAttachments',
        tags: ['Messages'],
        summary: 'List attachments of a message',
        description:
          'Attached and inline files in the order of the mail, at most 100; none if the mail cannot be parsed. The list is not paged. The message stays unread. Users with any role may call it.',
        successDescription: 'The attachments, without their bytes.',
      },
      refusals: readRefusals,
    })
    .input(listAttachmentsInput)
    .output(listAttachmentsOutput)
    .query(async ({ ctx, input }) => ({ data: await attachmentsOf(ctx, ctx.caller, input.id) })),

  renderMessage: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/messages/{id}/render',
        operationId: 'renderMessage',
        tags: ['Messages'],
        summary: 'Render a message as safe HTML',
        description:
          'Returns an HTML document in the theme of its service that is safe to display: it has no scripts and no forms, loads nothing from elsewhere, and embeds the images of the mail. If the mail cannot be rendered, the document shows its text. The message stays unread. Users with any role may call it.',
        successDescription: 'The document.',
      },
      refusals: readRefusals,
    })
    .input(renderMessageInput)
    .output(renderMessageOutput)
    .query(async ({ ctx, input }) => ({ data: await renderedForMember(ctx, ctx.caller, input.id) })),

  deleteMessage: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/messages/{id}',
        operationId: 'deleteMessage',
        tags: ['Messages'],
        summary: 'Delete a message',
        description: 'It disappears for all readers at once. Needs the role admin or owner.',
        successDescription: 'Deleted.',
      },
      refusals: memberRefusals('message'),
      status: 204,
    })
    .input(deleteMessageInput)
    .output(noContent)
    .mutation(({ ctx, input }) => deleteMessage(ctx.deps, ctx.caller, input.id)),

  clearInbox: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/inboxes/{address}/messages',
        operationId: 'clearInbox',
        tags: ['Messages'],
        summary: 'Delete all messages of an inbox',
        description:
          'They disappear for all readers at once. The address remains and keeps receiving mail. Needs the role admin or owner.',
        successDescription: 'Deleted, or there were none.',
      },
      refusals: memberRefusals('address'),
      status: 204,
    })
    .input(clearInboxInput)
    .output(noContent)
    .mutation(({ ctx, input }) => clearInboxByName(ctx.deps, ctx.caller, input.address)),
}
