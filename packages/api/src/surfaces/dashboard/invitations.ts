import {
  answerInvitationInput,
  answerInvitationOutput,
  limits,
  listInvitationsInput,
  listInvitationsOutput,
} from '@inlet/contract'
import { acceptInvitation, declineInvitation, listInvitations } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { onlyUsers } from './shared.ts'

const noInvitation = { NOT_FOUND: 'The user’s verified e-mail address has no such invitation.' }

/** Invitations of the user to services. */
export const invitationProcedures = {
  listInvitations: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/invitations',
        operationId: 'listInvitations',
        tags: ['Members'],
        summary: 'List the open invitations of the user',
        description: `Newest first, at most ${limits.invitationsPerAddress}: those to the e-mail address that the user’s provider has verified. Every user may call it.`,
        successDescription: 'The invitations.',
      },
      refusals: onlyUsers,
    })
    .input(listInvitationsInput)
    .output(listInvitationsOutput)
    .query(async ({ ctx }) => ({ data: await listInvitations(ctx.deps, ctx.caller) })),

  acceptInvitation: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/invitations/{id}/accept',
        operationId: 'acceptInvitation',
        tags: ['Members'],
        summary: 'Accept an invitation',
        description:
          'The user becomes a member of the service with the role of the invitation. Repeating it changes nothing.',
        successDescription: 'The accepted invitation.',
      },
      refusals: {
        ...onlyUsers,
        ...noInvitation,
        CONFLICT: 'The user is a member of the service already, invited under another address (`member_exists`).',
      },
    })
    .input(answerInvitationInput)
    .output(answerInvitationOutput)
    .mutation(async ({ ctx, input }) => ({ data: await acceptInvitation(ctx.deps, ctx.caller, input.id) })),

  declineInvitation: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/invitations/{id}/decline',
        operationId: 'declineInvitation',
        tags: ['Members'],
        summary: 'Decline an invitation',
        description:
          'The invitation is removed, from the members of the service too. The audit log of the service has an entry.',
        successDescription: 'The declined invitation.',
      },
      refusals: { ...onlyUsers, ...noInvitation },
    })
    .input(answerInvitationInput)
    .output(answerInvitationOutput)
    .mutation(async ({ ctx, input }) => ({ data: await declineInvitation(ctx.deps, ctx.caller, input.id) })),
}
