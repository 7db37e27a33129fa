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
import { attachmentsOf } from '../../mail-workers/attachment-response.ts'
import { renderedForMember } from './rendered-message.ts'
import { memberRefusals, noContent, noSuch, onlyUsers } from './shared.ts'

/** The refusals of a procedure that reads a mail on a worker thread. */
const readRefusals = {
  ...onlyUsers,
  ...noSuch('message'),
  TOO_MANY_REQUESTS:
    'Too many failed credentials from this client, or too many mails of this user that wait to be read.',
  SERVICE_UNAVAILABLE:
    'The database or the issuer of tokens does not answer, the server is shutting down, earlier answers have not been read yet, or the mail could not be read just now.',
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
          'Files, attached and inline, in the order of the mail, at most 100; none for a mail that cannot be read. There are no pages. The message stays unread. Users of every role may call it.',
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
        summary: 'Render a message to be shown',
        description:
          'As a whole HTML document in the theme of its service that is safe to show: no script, no form, and nothing is loaded from anywhere; images of the mail itself are in it. A mail that cannot be rendered is shown as its text. The message stays unread. Users of every role may call it.',
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
        description: 'It is gone for every reader at once. Needs the role admin or owner.',
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
          'They are gone for every reader at once; the address remains, and so does mail that comes later. Needs the role admin or owner.',
        successDescription: 'Deleted, or there were none.',
      },
      refusals: memberRefusals('address'),
      status: 204,
    })
    .input(clearInboxInput)
    .output(noContent)
    .mutation(({ ctx, input }) => clearInboxByName(ctx.deps, ctx.caller, input.address)),
}
