import { readAttachmentInput, readMessageSourceInput } from '@inlet/contract'
import { readBodies } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { documentedSource, respondWithSource } from '../../mail-workers/message-response.ts'
import { noContent } from '../../procedure/no-content.ts'
import { t } from '../../procedure/trpc.ts'
import { fileType, respondWithAttachment } from './attachment-response.ts'
import { noSuch, onlyUsers } from './shared.ts'

const budget = 'too many earlier responses have not been read yet'

/** Files of the user's messages: answers that are no JSON, and so are not on the typed path. */
export const messageFileRouter = t.router({
  readMessageSource: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/messages/{id}/raw',
        operationId: 'readMessageSource',
        tags: ['Messages'],
        summary: 'Download the source of a message',
        description:
          'Downloads the source as received, byte for byte. The message stays unread. If the message is deleted meanwhile, the response ends before its `Content-Length`. There is no `HEAD`. Users with any role may call it.',
        successDescription: 'The source.',
      },
      refusals: {
        ...onlyUsers,
        ...noSuch('message'),
        SERVICE_UNAVAILABLE: `The database or the token issuer does not answer, the server is shutting down, or ${budget}.`,
      },
      isFile: true,
      otherTypes: documentedSource,
      responseHeaders: ['Content-Disposition'],
      exposeHead: false,
    })
    .input(readMessageSourceInput)
    .output(noContent)
    .query(async ({ ctx, input: { id } }) => {
      const { sizeBytes } = await readBodies(ctx.deps, ctx.caller, id)
      await respondWithSource(ctx, ctx.caller, { id, sizeBytes })
    }),

  readAttachment: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/messages/{id}/attachments/{index}',
        operationId: 'readAttachment',
        tags: ['Messages'],
        summary: 'Download an attachment',
        description:
          'Downloads the decoded bytes. The file has the sender’s name, made safe, and always the type `application/octet-stream`, so that browsers do not show it as a page. The message stays unread. There is no `HEAD`. Users with any role may call it.',
        successDescription: 'The file.',
      },
      refusals: {
        ...onlyUsers,
        NOT_FOUND:
          'The message does not exist, the user is not a member of its service, or it has no attachment at this index.',
        TOO_MANY_REQUESTS:
          'Too many calls of this user, too many failed credentials from this client, or too many mails waiting to be parsed for this user.',
        SERVICE_UNAVAILABLE: `The database or the token issuer does not answer, the server is shutting down, ${budget}, or the mail cannot be parsed right now.`,
      },
      isFile: true,
      otherTypes: { [fileType]: { description: 'The file’s bytes.', example: '%PDF-' } },
      responseHeaders: ['Content-Disposition'],
      exposeHead: false,
    })
    .input(readAttachmentInput)
    .output(noContent)
    .query(({ ctx, input }) => respondWithAttachment(ctx, ctx.caller, input)),
})
