import { type ApiKeyScope, faultAt, scopeIncludes } from '@inlet/contract'
import { type ApiKeyCaller, callerId } from '@inlet/core'
import { t } from '../trpc.ts'
import { authenticate } from './authenticate.ts'
import { countCall } from './count-call.ts'
import { assertKnownParameters } from './known-parameters.ts'
import type { AssertOwn } from './own-resource.ts'

/**
 * A procedure for API keys of at least `scope`, and for users: credential, then scope, then rate limit, then whether what it names is
 * the key's own (`assertOwn`), then whether its parameters are known; all before the input is looked at, so that a stranger is answered
 * 401 or 403 and never 400. Users have no limit, and what they may is for their role to say.
 */
export function integratorProcedure(scope: ApiKeyScope, assertOwn?: AssertOwn) {
  // One middleware for all of them: each costs a request a copy of its context.
  return t.procedure.meta({ auth: { kind: 'apiKey', scope } }).use(async (options) => {
    const { ctx, next } = options
    const caller = await authenticate(ctx)
    if (caller.kind === 'apiKey') {
      assertScope(caller, scope)
      await countCall(ctx, caller)
    }
    ctx.request.admit(callerId(caller))
    // To a person what is foreign is not there, which is for the use-case to say.
    if (caller.kind === 'apiKey') await assertOwn?.(caller, options)
    await assertKnownParameters(options)
    return next({ ctx: { caller } })
  })
}

function assertScope(caller: ApiKeyCaller, scope: ApiKeyScope): void {
  if (scopeIncludes(caller.scope, scope)) return
  throw faultAt('FORBIDDEN', {
    path: '',
    code: 'insufficient_scope',
    message: `This needs an API key of scope ${scope}`,
  })
}
