import { deleteAddressInput, extendAddressInput, extendAddressOutput } from '@inlet/contract'
import { deleteAddress, extendAddress } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { noContent } from '../../procedure/no-content.ts'
import { memberRefusals } from './shared.ts'

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
}
