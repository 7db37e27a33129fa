import { readAttachmentInput, readMessageSourceInput } from '@inlet/contract'
import { readBodies } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { fileType, respondWithAttachment } from '../../mail-workers/attachment-response.ts'
import { documentedSource, respondWithSource } from '../../mail-workers/message-response.ts'
import { t } from '../../procedure/trpc.ts'
import { noContent, noSuch, onlyUsers } from './shared.ts'

const budget = 'earlier answers have not been read yet and this one does not fit beside them'

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
          'Byte for byte as it came, as a file. The message stays unread. A message that is deleted meanwhile ends the answer before its `Content-Length`. There is no `HEAD`. Users of every role may call it.',
        successDescription: 'The source.',
      },
      refusals: {
        ...onlyUsers,
        ...noSuch('message'),
        SERVICE_UNAVAILABLE: `The database or the issuer of tokens does not answer, the server is shutting down, or ${budget}.`,
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
          'Its decoded bytes, as a file under the sender’s name for it, without what makes a name unsafe. The type is always `application/octet-stream`, so that no browser shows it as a page. The message stays unread. There is no `HEAD`. Users of every role may call it.',
        successDescription: 'The file.',
      },
      refusals: {
        ...onlyUsers,
        NOT_FOUND:
          'There is no such message in a service that the user is a member of, or it has no attachment at this index.',
        TOO_MANY_REQUESTS:
          'Too many failed credentials from this client, or too many mails of this user that wait to be read.',
        SERVICE_UNAVAILABLE: `The database or the issuer of tokens does not answer, the server is shutting down, ${budget}, or the mail could not be read just now.`,
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
