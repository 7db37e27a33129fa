import { endLoginsInput, readMeOutput } from '@inlet/contract'
import { describeMe, endLogins } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { noContent, onlyUsers } from './shared.ts'

/** The user who calls. */
export const userProcedures = {
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
        FORBIDDEN: 'An API key was sent (`api_key_not_allowed`).',
        NOT_FOUND: 'The user was removed a moment ago.',
      },
    })
    .output(readMeOutput)
    .query(async ({ ctx }) => ({ data: await describeMe(ctx.deps, ctx.caller) })),

  endLogins: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/me/logins',
        operationId: 'endLogins',
        tags: ['Users'],
        summary: 'Log out everywhere',
        description:
          'Ends every login of the user at the provider of this server: access tokens and refresh tokens are refused within a second, the one of this call too, and every browser asks for the password again. API keys go on, and so do access tokens that the operator issued without a login.',
        successDescription: 'Ended.',
      },
      status: 204,
      refusals: {
        ...onlyUsers,
        NOT_FOUND:
          'The user logs in at another OpenID provider, which alone knows their logins, or was removed a moment ago.',
      },
    })
    .input(endLoginsInput)
    .output(noContent)
    .mutation(({ ctx }) => endLogins(ctx.deps, ctx.caller)),
}
