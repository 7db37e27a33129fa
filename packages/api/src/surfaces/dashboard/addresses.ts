import {
  countUnusedAddressesInput,
  countUnusedAddressesOutput,
  deleteAddressInput,
  deleteUnusedAddressesInput,
  deleteUnusedAddressesOutput,
  extendAddressInput,
  extendAddressOutput,
  limits,
} from '@inlet/contract'
import { countUnusedAddresses, deleteAddress, deleteUnusedAddresses, extendAddress } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { noContent } from '../../procedure/no-content.ts'
import { memberRefusals, noSuch, onlyUsers } from './shared.ts'

const unused =
  'An address is unused where a visitor of the web inbox or its first mail made it, also under a reserved name such as `admin`, and it holds no message: it never received one, or all are deleted or expired and the last came more than five minutes ago.'

const searched = {
  TOO_MANY_REQUESTS:
    'Too many calls of this user, too many failed credentials from this client, or too many searches at the same time.',
}

/** Addresses of the user's services. */
export const addressProcedures = {
  extendAddress: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/addresses/{id}/extend',
        operationId: 'extendAddress',
        tags: ['Addresses'],
        summary: 'Extend an address',
        description:
          'Moves the far-future `expiresAt` to ten minutes after its old value or after ten years from now, whichever is later. Addresses are permanent, so you do not need this call. Takes no body; if you send one, it must be JSON. Needs the role admin or owner.',
        successDescription: 'The new `expiresAt`.',
      },
      refusals: memberRefusals('address'),
    })
    .input(extendAddressInput)
    .output(extendAddressOutput)
    .mutation(async ({ ctx, input }) => ({ data: await extendAddress(ctx.deps, ctx.caller, input) })),

  deleteAddress: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/addresses/{id}',
        operationId: 'deleteAddress',
        tags: ['Addresses'],
        summary: 'Delete an address and all its messages',
        description: 'They disappear for all readers at once. Needs the role admin or owner.',
        successDescription: 'Deleted.',
      },
      refusals: memberRefusals('address'),
      status: 204,
    })
    .input(deleteAddressInput)
    .output(noContent)
    .mutation(({ ctx, input }) => deleteAddress(ctx.deps, ctx.caller, input.id)),

  countUnusedAddresses: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/unused-addresses',
        operationId: 'countUnusedAddresses',
        tags: ['Addresses'],
        summary: 'Count unused addresses',
        description: `${unused} Counts up to ${limits.unusedAddressesCounted} at a time, and fewer where that takes long; with \`hasMore\` the next call goes on at \`cursor\`. Users with any role may call it.`,
        successDescription: 'How many there are.',
      },
      refusals: { ...onlyUsers, ...noSuch('service'), ...searched },
    })
    .input(countUnusedAddressesInput)
    .output(countUnusedAddressesOutput)
    .query(async ({ ctx, input }) => {
      const { meta, ...data } = await countUnusedAddresses(ctx.deps, ctx.caller, input)
      return { data, meta }
    }),

  deleteUnusedAddresses: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/services/{id}/unused-addresses/delete',
        operationId: 'deleteUnusedAddresses',
        tags: ['Addresses'],
        summary: 'Delete unused addresses',
        description: `${unused} Deletes up to ${limits.unusedAddressesPerDeletion} at a time, newest first; with \`hasMore\` the next call goes on at \`cursor\`. Needs the role admin or owner.`,
        successDescription: 'How many were deleted.',
      },
      refusals: { ...memberRefusals('service'), ...searched },
    })
    .input(deleteUnusedAddressesInput)
    .output(deleteUnusedAddressesOutput)
    .mutation(async ({ ctx, input }) => {
      const { meta, ...data } = await deleteUnusedAddresses(ctx.deps, ctx.caller, input)
      return { data, meta }
    }),
}
