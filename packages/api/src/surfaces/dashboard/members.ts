import {
  changeMemberInput,
  changeMemberOutput,
  inviteMemberInput,
  inviteMemberOutput,
  limits,
  listMembersInput,
  listMembersOutput,
  removeMemberInput,
} from '@inlet/contract'
import { changeMember, inviteMember, listMembers, removeMember } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { noContent } from '../../procedure/no-content.ts'
import { memberRefusals, noSuch, onlyUsers, overQuota } from './shared.ts'

const lastOwner = 'The service would have no owner who has logged in (`last_owner`).'

/** Members of the user's services. */
export const memberProcedures = {
  listMembers: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/members',
        operationId: 'listMembers',
        tags: ['Members'],
        summary: 'List the members of a service',
        description: 'Newest first, including open invitations. Users with any role may call it.',
        successDescription: 'A page of members.',
      },
      refusals: { ...onlyUsers, ...noSuch('service') },
    })
    .input(listMembersInput)
    .output(listMembersOutput)
    .query(({ ctx, input }) => listMembers(ctx.deps, ctx.caller, input)),

  inviteMember: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/services/{id}/members',
        operationId: 'inviteMember',
        tags: ['Members'],
        summary: 'Invite a person to a service',
        description:
          'The user for whom their provider has verified this e-mail address sees the invitation and may accept it. No mail is sent. Needs the role owner.',
        successDescription: 'The invitation: a member without `userId`.',
      },
      status: 201,
      refusals: {
        ...memberRefusals('service', 'owner'),
        ...overQuota,
        CONFLICT: 'The address is already a member or invited (`member_exists`).',
        UNPROCESSABLE_CONTENT: `The address has ${limits.invitationsPerAddress} open invitations (\`too_many_invitations\`).`,
      },
    })
    .input(inviteMemberInput)
    .output(inviteMemberOutput)
    .mutation(async ({ ctx, input }) => ({ data: await inviteMember(ctx.deps, ctx.caller, input) })),

  changeMember: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/services/{id}/members/{userId}',
        operationId: 'changeMember',
        tags: ['Members'],
        summary: 'Change the role of a member',
        description: 'Works for invitations too. Applies within a second. Needs the role owner.',
        successDescription: 'The changed member.',
      },
      refusals: { ...memberRefusals('member', 'owner'), UNPROCESSABLE_CONTENT: lastOwner },
    })
    .input(changeMemberInput)
    .output(changeMemberOutput)
    .mutation(async ({ ctx, input }) => ({ data: await changeMember(ctx.deps, ctx.caller, input) })),

  removeMember: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/services/{id}/members/{userId}',
        operationId: 'removeMember',
        tags: ['Members'],
        summary: 'Remove a member, or withdraw an invitation',
        description:
          'The member’s calls are refused within a second. Needs the role owner; users may always remove themselves.',
        successDescription: 'Removed.',
      },
      refusals: { ...memberRefusals('member', 'owner'), UNPROCESSABLE_CONTENT: lastOwner },
      status: 204,
    })
    .input(removeMemberInput)
    .output(noContent)
    .mutation(({ ctx, input }) => removeMember(ctx.deps, ctx.caller, input)),
}
