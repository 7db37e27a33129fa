import { readMeOutput } from '@inlet/contract'
import { describeMe } from '@inlet/core'
import { userProcedure } from '../../access/procedures.ts'

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
}
