import {
  deleteAddressInput,
  deleteMessageInput,
  extendAddressInput,
  extendAddressOutput,
  readMeOutput,
} from '@inlet/contract'
import { deleteAddress, deleteMessage, describeMe, extendAddress } from '@inlet/core'
import { z } from 'zod'
import { userProcedure } from '../access/user-procedure.ts'
import { t } from '../trpc.ts'

/** What answers 204 has nothing to say over the typed path either. */
const nothing = z.void()

const notAllowed = (noun: string) => ({
  Forbidden: 'An API key was sent (`api_key_not_allowed`), or the user’s role is viewer (`insufficient_role`).',
  NotFound: `There is no such ${noun} in a service that the user is a member of.`,
})

/** The dashboard's surface (specification section 4.2): for users alone. */
export const dashboardRouter = t.router({
  readMe: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/me',
        operationId: 'readMe',
        tags: ['Users'],
        summary: 'The user, their services and roles',
        description: 'Who the access token speaks for.',
        successDescription: 'The user.',
      },
      refusals: {
        Forbidden: 'An API key was sent (`api_key_not_allowed`).',
        NotFound: 'The user was removed a moment ago.',
      },
    })
    .output(readMeOutput)
    .query(async ({ ctx }) => ({ data: await describeMe(ctx.deps, ctx.caller) })),

  extendAddress: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/addresses/{id}/extend',
        operationId: 'extendAddress',
        tags: ['Addresses'],
        summary: 'Extend an address',
        description:
          'Sets the far-future `expiresAt` to ten minutes after what it was, or after ten years from now if that is later. Addresses are permanent: nobody needs this. Takes no body; one that is sent must be JSON. Needs the role admin or owner.',
        successDescription: 'The new `expiresAt`.',
      },
      refusals: notAllowed('address'),
    })
    .input(extendAddressInput)
    .output(extendAddressOutput)
    .mutation(async ({ ctx, input }) => ({ data: await extendAddress(ctx.deps, ctx.caller, input.id) })),

  deleteAddress: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/addresses/{id}',
        operationId: 'deleteAddress',
        tags: ['Addresses'],
        summary: 'Delete an address and all its messages',
        description: 'They are gone for every reader at once. Needs the role admin or owner.',
        successDescription: 'Deleted.',
      },
      refusals: notAllowed('address'),
      status: 204,
    })
    .input(deleteAddressInput)
    .output(nothing)
    .mutation(({ ctx, input }) => deleteAddress(ctx.deps, ctx.caller, input.id)),

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
      refusals: notAllowed('message'),
      status: 204,
    })
    .input(deleteMessageInput)
    .output(nothing)
    .mutation(({ ctx, input }) => deleteMessage(ctx.deps, ctx.caller, input.id)),
})
