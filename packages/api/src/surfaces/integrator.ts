import {
  createAddressInput,
  createAddressOutput,
  limits,
  listAddressesInput,
  listAddressesOutput,
  listMessagesInput,
  listMessagesOutput,
  readMessageInput,
  readMessageOutput,
} from '@inlet/contract'
import { createAddress, listAddresses } from '@inlet/core'
import { integratorProcedure } from '../access/integrator-procedure.ts'
import { assertOwnMailHost, assertOwnService } from '../access/own-resource.ts'
import { listOrHold } from '../live/list-or-hold.ts'
import { answerMessage, sourceType } from '../mail-work/answer-message.ts'
import { t } from '../trpc.ts'

/** The integrator's surface (specification section 4.1): four endpoints, and the only ones that take an API key. */
export const integratorRouter = t.router({
  listAddresses: integratorProcedure('read', assertOwnService)
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/addresses',
        operationId: 'listAddresses',
        tags: ['Addresses'],
        summary: 'List addresses of a service',
        description: 'Newest first. Users of every role may call it.',
        successDescription: 'A page of addresses.',
      },
      refusals: {
        Forbidden: 'The service is not the key’s (`wrong_service`).',
        NotFound: 'The user is no member of such a service.',
        TooManyRequests:
          'Too many calls under this key, too many failed credentials from this client, or, with `q`, too many searches at the same time.',
      },
    })
    .input(listAddressesInput)
    .output(listAddressesOutput)
    .query(({ ctx, input }) => listAddresses(ctx.deps, ctx.caller, input)),

  createAddress: integratorProcedure('write', assertOwnService)
    .meta({
      openapi: {
        method: 'POST',
        path: '/services/{id}/addresses',
        operationId: 'createAddress',
        tags: ['Addresses'],
        summary: 'Create an address',
        description: `With the local part that is asked for, or a random one. The address is permanent; one that never receives a mail is removed after ${limits.idleAddressDays} days. A user needs the role admin or owner.`,
        successDescription: 'The new address, or the one that an earlier call under the same Idempotency-Key has made.',
      },
      status: 201,
      refusals: {
        Forbidden:
          'The key’s scope is `read` (`insufficient_scope`), the service or the domain is another’s (`wrong_service`), or the user’s role is viewer (`insufficient_role`).',
        NotFound: 'There is no such domain (`domain_not_found`), or the user is no member of such a service.',
        Conflict:
          'The local part is taken (`address_exists`), or a call under this Idempotency-Key is in progress (`idempotency_in_progress`).',
        UnprocessableContent:
          'The domain is not verified yet (`domain_not_verified`), or the Idempotency-Key was used with another body (`idempotency_mismatch`).',
      },
      responseHeaders: ['IdempotentReplayed'],
      headers: { 'Idempotency-Key': 'idempotencyKey' },
    })
    .input(createAddressInput)
    .output(createAddressOutput)
    .mutation(async ({ ctx, input }) => {
      const { address, isReplay } = await createAddress(ctx.deps, ctx.caller, input)
      if (isReplay) ctx.request.setHeader('Idempotent-Replayed', 'true')
      return { data: address }
    }),

  listMessages: integratorProcedure('read', assertOwnMailHost)
    .meta({
      openapi: {
        method: 'GET',
        path: '/inboxes/{address}/messages',
        operationId: 'listMessages',
        tags: ['Messages'],
        summary: 'List messages of an inbox, or wait for one',
        description:
          'Newest first. `q`, `from`, `subject`, `tag`, `hasOtp`, `after` and `receivedAfter` may be combined: a message has to fit them all. With `waitSeconds` the answer is held until a message matches: no polling. Your client’s own time-out must be longer than `waitSeconds`. A held call counts once against the limit; when the server shuts down meanwhile, it is answered 503 with `Retry-After: 1`, so that an empty list always means that nothing came in time. An address that its first mail will make (its domain has `publicInbox`, or it is `postmaster`) can be waited for before it exists. A search that takes too long answers what it has found so far, with `hasMore` and the cursor to go on with. Users of every role may call it.',
        successDescription: 'A page of messages; empty where none came in time.',
      },
      refusals: {
        Forbidden: 'The address’s domain is not the key’s (`wrong_service`).',
        NotFound: 'There is no such address; to a user, also where its service is one that they are no member of.',
        TooManyRequests:
          'Too many calls under this key, too many failed credentials from this client, too many calls held with `waitSeconds`, or too many searches at the same time.',
      },
    })
    .input(listMessagesInput)
    .output(listMessagesOutput)
    .query(({ ctx, input }) => listOrHold(ctx, ctx.caller, input)),

  readMessage: integratorProcedure('read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/messages/{id}',
        operationId: 'readMessage',
        tags: ['Messages'],
        summary: 'Read a message and mark it read',
        description:
          'With its bodies. `include` adds what else is in the mail; its lists may be empty for a mail that cannot be read. With `Accept: message/rfc822` the source is answered, byte for byte; JSON is the default, also for `*/*`, and every error is JSON. This changes the message, so there is no `HEAD`. Users of every role may call it.',
        successDescription: 'The message, read; its source where that was asked for.',
      },
      refusals: {
        Forbidden: 'The message is another service’s (`wrong_service`).',
        NotFound:
          'There is no such message, or it has expired; to a user, also where its service is one that they are no member of.',
        TooManyRequests:
          'Too many calls under this key, too many failed credentials from this client, or too many calls with `include` of this service or user that wait for their turn.',
        ServiceUnavailable:
          'The database or the issuer of tokens does not answer, the server is shutting down, earlier answers have not been read yet and this one does not fit beside them, or a mail could not be read just now for `include`.',
      },
      otherAnswers: {
        [sourceType]: {
          description: 'The mail as it came, byte for byte, in whatever charsets it has.',
          example: 'From: no-reply@shop.example\r\nSubject: Your code is 482913\r\n\r\nYour code is 482913.\r\n',
        },
      },
      responseHeaders: ['ContentDisposition'],
      exposeHead: false,
    })
    .input(readMessageInput)
    .output(readMessageOutput)
    .query(async ({ ctx, input }) => ({ data: await answerMessage(ctx, ctx.caller, input) })),
})
