import {
  createAddressInput,
  createAddressOutput,
  listAddressesInput,
  listAddressesOutput,
  listMessagesInput,
  listMessagesOutput,
  readMessageInput,
  readMessageOutput,
} from '@inlet/contract'
import { createAddress, listAddresses, readMessage } from '@inlet/core'
import { integratorProcedure } from '../access/integrator-procedure.ts'
import { assertOwnMailHost, assertOwnService } from '../access/own-resource.ts'
import { listOrHold } from '../live/list-or-hold.ts'
import { t } from '../trpc.ts'

/** The integrator's surface (specification section 4.1): four endpoints, and the only ones that take an API key. */
export const integratorRouter = t.router({
  listAddresses: integratorProcedure('read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/addresses',
        operationId: 'listAddresses',
        tags: ['Addresses'],
        summary: 'List addresses of a service',
      },
    })
    .use(async (options) => {
      await assertOwnService(options)
      return options.next()
    })
    .input(listAddressesInput)
    .output(listAddressesOutput)
    .query(({ ctx, input }) => listAddresses(ctx.deps, ctx.caller, input)),

  createAddress: integratorProcedure('write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/services/{id}/addresses',
        operationId: 'createAddress',
        tags: ['Addresses'],
        summary: 'Create an address',
      },
      status: 201,
      headers: { 'idempotency-key': 'idempotencyKey' },
    })
    .use(async (options) => {
      await assertOwnService(options)
      return options.next()
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
      openapi: {
        method: 'GET',
        path: '/inboxes/{address}/messages',
        operationId: 'listMessages',
        tags: ['Messages'],
        summary: 'List messages of an inbox, or wait for one',
      },
    })
    .use(async (options) => {
      await assertOwnMailHost(options)
      return options.next()
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
      },
      exposeHead: false,
    })
    .input(readMessageInput)
    .output(readMessageOutput)
    .query(async ({ ctx, input }) => ({ data: await readMessage(ctx.deps, ctx.caller, input.id) })),
})
