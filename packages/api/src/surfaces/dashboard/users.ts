import { endLoginsInput, readMeOutput } from '@inlet/contract'
import { describeMe, endLogins } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'
import { noContent } from '../../procedure/no-content.ts'
import { onlyUsers } from './shared.ts'

/** The user who calls. */
export const userProcedures = {
  readMe: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/me',
        operationId: 'readMe',
        tags: ['Users'],
        summary: 'Read the user, their services and roles',
        description: 'Returns the user of the access token.',
        successDescription: 'The user.',
      },
      refusals: {
        FORBIDDEN: 'An API key was sent (`api_key_not_allowed`).',
        NOT_FOUND: 'The user has just been removed.',
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
          'Ends all logins of the user at the built-in identity provider. Their access and refresh tokens, including the one of this call, are refused within a second, and every browser asks for the password again. API keys and access tokens that the operator issued without a login keep working.',
        successDescription: 'Ended.',
      },
      status: 204,
      refusals: {
        ...onlyUsers,
        NOT_FOUND:
          'The user logs in at an external OpenID provider, which manages their logins, or has just been removed.',
      },
    })
    .input(endLoginsInput)
    .output(noContent)
    .mutation(({ ctx }) => endLogins(ctx.deps, ctx.caller)),
}
