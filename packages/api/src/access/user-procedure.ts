import { faultAt } from '@inlet/contract'
import { t } from '../trpc.ts'
import { authenticate } from './authenticate.ts'
import { assertKnownParameters } from './known-parameters.ts'

/** A procedure for users alone: an API key is refused, whatever else is sent (specification section 4.2), before the input is looked at. */
export const userProcedure = t.procedure.meta({ auth: { kind: 'user' } }).use(async (options) => {
  const { ctx, next } = options
  const caller = await authenticate(ctx)
  if (caller.kind !== 'user') {
    throw faultAt('FORBIDDEN', {
      path: '',
      code: 'api_key_not_allowed',
      message: 'This endpoint takes no API key, but the access token of a user',
    })
  }
  ctx.request.admit(caller.userId)
  await assertKnownParameters(options)
  return next({ ctx: { caller } })
})
