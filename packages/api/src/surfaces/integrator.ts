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
import { authenticate } from '../access/authenticate.ts'
import { integratorProcedure } from '../access/procedures.ts'
import { documentedSource, messageResponse } from '../mail-workers/message-response.ts'
import { t } from '../procedure/trpc.ts'
import { listWithWait } from '../wait/list-with-wait.ts'

/** The integrators' procedures (specification section 4.1): four endpoints, the only ones that take an API key. */
export const integratorRouter = t.router({
  listAddresses: integratorProcedure('read')
    .meta({
      owns: 'service',
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
        FORBIDDEN: 'The service is not the key’s (`wrong_service`).',
        NOT_FOUND: 'The user is no member of such a service.',
        TOO_MANY_REQUESTS:
          'Too many calls under this key, too many failed credentials from this client, or, with `q`, too many searches at the same time.',
      },
    })
    .input(listAddressesInput)
    .output(listAddressesOutput)
    .query(({ ctx, input }) => listAddresses(ctx.deps, ctx.caller, input)),

  createAddress: integratorProcedure('write')
    .meta({
      owns: 'service',
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
        FORBIDDEN:
          'The key’s scope is `read` (`insufficient_scope`), the service or the domain is another’s (`wrong_service`), or the user’s role is viewer (`insufficient_role`).',
        PAYMENT_REQUIRED: 'The plan of the service has no room for more (`quota_exceeded`).',
        NOT_FOUND: 'There is no such domain (`domain_not_found`), or the user is no member of such a service.',
        CONFLICT:
          'The local part is taken (`address_exists`), or a call under this Idempotency-Key is in progress (`idempotency_in_progress`).',
        UNPROCESSABLE_CONTENT:
          'The domain is not verified yet (`domain_not_verified`), or another service has taken it over (`domain_lost`), or it is a wildcard and no `hostname` was sent (`hostname_required`), or it does not receive the mail of that host (`hostname_not_covered`), or the Idempotency-Key was used with another body (`idempotency_mismatch`).',
      },
      responseHeaders: ['Idempotent-Replayed'],
      headers: { 'Idempotency-Key': 'idempotencyKey' },
    })
    .input(createAddressInput)
    .output(createAddressOutput)
    .mutation(async ({ ctx, input }) => {
      const { address, isReplay } = await createAddress(ctx.deps, ctx.caller, input)
      if (isReplay) ctx.request.setHeader('Idempotent-Replayed', 'true')
      return { data: address }
    }),

  listMessages: integratorProcedure('read')
    .meta({
      owns: 'mailHost',
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
        FORBIDDEN: 'The address’s domain is not the key’s (`wrong_service`).',
        NOT_FOUND: 'There is no such address; to a user, also where its service is one that they are no member of.',
        TOO_MANY_REQUESTS:
          'Too many calls under this key, too many failed credentials from this client, too many calls held with `waitSeconds`, or too many searches at the same time.',
      },
    })
    .input(listMessagesInput)
    .output(listMessagesOutput)
    .query(({ ctx, input }) => listWithWait({ ...ctx, reauthenticate: () => authenticate(ctx) }, input)),

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
        FORBIDDEN: 'The message is another service’s (`wrong_service`).',
        NOT_FOUND:
          'There is no such message, or it has expired; to a user, also where its service is one that they are no member of.',
        TOO_MANY_REQUESTS:
          'Too many calls under this key, too many failed credentials from this client, or too many calls with `include` of this service or user that wait for their turn.',
        SERVICE_UNAVAILABLE:
          'The database or the issuer of tokens does not answer, the server is shutting down, earlier answers have not been read yet and this one does not fit beside them, or a mail could not be read just now for `include`.',
      },
      otherTypes: documentedSource,
      responseHeaders: ['Content-Disposition'],
      exposeHead: false,
    })
    .input(readMessageInput)
    .output(readMessageOutput)
    .query(async ({ ctx, input }) => ({ data: await messageResponse(ctx, ctx.caller, input) })),
})
