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
        description: 'Newest first. Users with any role may call it.',
        successDescription: 'A page of addresses.',
      },
      refusals: {
        FORBIDDEN: 'The key belongs to another service (`wrong_service`).',
        NOT_FOUND: 'The service does not exist, or the user is not a member of it.',
        TOO_MANY_REQUESTS:
          'Too many calls with this key or of this user, too many failed credentials from this client, or, with `q` or with `madeBy` and `hostname`, too many searches at the same time.',
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
        description: `Creates an address with the given local part or a random one. Addresses are permanent, but one that never receives mail is removed after ${limits.idleAddressDays} days. A user needs the role admin or owner.`,
        successDescription: 'The new address, or the one that an earlier call with the same Idempotency-Key created.',
      },
      status: 201,
      refusals: {
        FORBIDDEN:
          'The key’s scope is `read` (`insufficient_scope`), the service or the domain belongs to another customer (`wrong_service`), or the user’s role is viewer (`insufficient_role`).',
        PAYMENT_REQUIRED: 'The service has reached a limit of its plan (`quota_exceeded`).',
        NOT_FOUND: 'The domain does not exist (`domain_not_found`), or the user is not a member of the service.',
        CONFLICT:
          'The local part is taken (`address_exists`), or a call with this Idempotency-Key is in progress (`idempotency_in_progress`).',
        UNPROCESSABLE_CONTENT:
          'The domain is not verified yet (`domain_not_verified`), another service has taken it over (`domain_lost`), it is a wildcard and `hostname` is missing (`hostname_required`), it does not cover the given `hostname` (`hostname_not_covered`), or the Idempotency-Key was used with another body (`idempotency_mismatch`).',
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
          'Newest first. `q`, `from`, `subject`, `tag`, `hasOtp`, `hasAction`, `after` and `receivedAfter` may be combined; a message must match all of them. With `waitSeconds` the call waits until a message matches, so you need no polling. Your client’s own timeout must be longer than `waitSeconds`. A waiting call counts once against the limit. If the server shuts down meanwhile, it answers 503 with `Retry-After: 1`: an empty list always means that no message arrived in time. You can wait on an address before its first mail creates it (on a domain with `publicInbox`, or for `postmaster`). A search that takes too long returns its results so far, with `hasMore` and a cursor to continue. Users with any role may call it.',
        successDescription: 'A page of messages; empty if none arrived in time.',
      },
      refusals: {
        FORBIDDEN: 'The domain of the address belongs to another service (`wrong_service`).',
        NOT_FOUND: 'The address does not exist, or the user is not a member of its service.',
        TOO_MANY_REQUESTS:
          'Too many calls with this key or of this user, too many failed credentials from this client, too many calls waiting with `waitSeconds`, or too many searches at the same time.',
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
          'Returns the message with its bodies. `include` adds links, attachments, headers and the link to click; the lists may be empty for a mail that cannot be parsed. With `Accept: message/rfc822` the response is the source, byte for byte. JSON is the default, also for a client that accepts any type, and every error is JSON. The call changes the message, so it has no `HEAD`. Users with any role may call it.',
        successDescription: 'The message, now read, or its source.',
      },
      refusals: {
        FORBIDDEN: 'The message belongs to another service (`wrong_service`).',
        NOT_FOUND: 'The message does not exist or has expired, or the user is not a member of its service.',
        TOO_MANY_REQUESTS:
          'Too many calls with this key or of this user, too many failed credentials from this client, or too many waiting calls with `include` from this service or user.',
        SERVICE_UNAVAILABLE:
          'The database or the token issuer does not answer, the server is shutting down, too many earlier responses have not been read yet, or the mail cannot be parsed for `include` right now.',
      },
      otherTypes: documentedSource,
      responseHeaders: ['Content-Disposition'],
      exposeHead: false,
    })
    .input(readMessageInput)
    .output(readMessageOutput)
    .query(async ({ ctx, input }) => ({ data: await messageResponse(ctx, ctx.caller, input) })),
})
