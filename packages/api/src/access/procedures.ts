import { type ApiKeyScope, AppError, scopeIncludes } from '@inlet/contract'
import { type ApiKeyCaller, tally, type UserCaller } from '@inlet/core'
import type { TRPCError } from '@trpc/server'
import type { ApiContext } from '../procedure/context.ts'
import { t } from '../procedure/trpc.ts'
import { authenticate } from './authenticate.ts'
import { assertKnownParameters } from './known-parameters.ts'
import { assertOwn } from './own-resource.ts'
import { clientOf, countKeyCall, countVisitorCall } from './rate-limits.ts'
import { doUserCall } from './user-calls.ts'

/**
 * The base of procedures for API keys of at least `scope`, and for users. It checks in this order, all before the input is parsed, so that
 * an unknown client gets 401 or 403 and never 400: credential, scope, rate limit, whether the metadata's `owns` is the key's, unknown
 * parameters. A user's role is checked by the use-case, and so is whose a record is, since another service's is 404.
 */
export function integratorProcedure(scope: ApiKeyScope) {
  // One middleware for all checks, since each middleware copies the context of a request.
  return t.procedure.meta({ auth: { kind: 'apiKey', scope } }).use(async (options) => {
    const { ctx, meta, next } = options
    const proceed = async (caller: ApiKeyCaller | UserCaller, leaveTurn?: () => void) => {
      await assertKnownParameters(options)
      return await next({ ctx: { caller, leaveTurn } })
    }
    const caller = await authenticate(ctx)
    if (caller.kind === 'user') return await doUserCall(ctx, caller, proceed)
    return await counted(ctx, caller, async () => {
      assertScope(caller, scope)
      await countKeyCall(ctx, caller)
      ctx.request.admit(caller.keyId)
      if (meta?.owns) await assertOwn(meta.owns, caller, options)
      return await proceed(caller)
    })
  })
}

/** The base of procedures for users alone: an API key is refused, whatever else is sent (specification section 4.2), before the input is parsed. */
export const userProcedure = t.procedure.meta({ auth: { kind: 'user' } }).use(async (options) => {
  const { ctx, next } = options
  const caller = await authenticate(ctx)
  if (caller.kind !== 'user') {
    countRequest(ctx, caller)
    throw AppError.of('api_key_not_allowed')
  }
  return await doUserCall(ctx, caller, async (caller, leaveTurn) => {
    await assertKnownParameters(options)
    return await next({ ctx: { caller, leaveTurn } })
  })
})

/**
 * The base of procedures for visitors, who send neither an API key nor a token (specification section 5). It checks in this order, all
 * before the input is parsed: an API key is refused, then the limits for each client, unknown parameters. What opens an inbox is checked by
 * the use-case. With `countsOnlyMisses` the limit comes last, where the call found nothing.
 */
export const visitorProcedure = t.procedure.meta({ auth: { kind: 'visitor' } }).use(async (options) => {
  const { ctx, meta, next } = options
  if (ctx.request.apiKey !== undefined) {
    const caller = await authenticate(ctx)
    if (caller.kind === 'apiKey') countRequest(ctx, caller)
    throw AppError.of('api_key_not_allowed')
  }
  const countMiss = async () => {
    if (meta?.countsOnlyMisses) await countVisitorCall(ctx, meta.rate)
  }
  if (!meta?.countsOnlyMisses) await countVisitorCall(ctx, meta?.rate)
  const client = clientOf(ctx)
  ctx.request.admit(`visitor ${client}`)
  await assertKnownParameters(options).catch(async (error: unknown) => {
    await countMiss()
    throw error
  })
  const result = await next({ ctx: { client } })
  if (!result.ok && isMiss(result.error)) await countMiss()
  if (!result.ok && result.error.cause instanceof AppError && result.error.cause.code === 'UNAUTHORIZED') {
    for (const { code } of result.error.cause.facts.details ?? []) ctx.metrics.access.authFailed(code)
  }
  return result
})

/** Whether a call was malformed, or asked for what is not there. */
const isMiss = ({ code, cause }: TRPCError): boolean =>
  code === 'BAD_REQUEST' || (cause instanceof AppError && cause.code === 'NOT_FOUND')

/** Answers that are no request of the service's: the credential ended meanwhile, or a limit was reached. */
const uncounted: readonly string[] = ['UNAUTHORIZED', 'TOO_MANY_REQUESTS']

/** Does the work of an API key's call, and counts it among the service's requests, whatever is answered but 401 and 429. */
async function counted<Result extends { ok: boolean; error?: { cause?: unknown } }>(
  ctx: ApiContext,
  caller: ApiKeyCaller,
  work: () => Promise<Result>,
): Promise<Result> {
  const isCounted = (error: unknown) => !(error instanceof AppError && uncounted.includes(error.code))
  try {
    const result = await work()
    if (result.ok || isCounted(result.error?.cause)) countRequest(ctx, caller)
    return result
  } catch (error) {
    if (isCounted(error)) countRequest(ctx, caller)
    throw error
  }
}

const countRequest = ({ deps }: ApiContext, { serviceId, isLive }: ApiKeyCaller): void =>
  tally(deps, { serviceId, field: 'apiRequests', isLive })

function assertScope(caller: ApiKeyCaller, scope: ApiKeyScope): void {
  if (scopeIncludes(caller.scope, scope)) return
  throw AppError.of('insufficient_scope', { message: `This needs an API key of scope ${scope}` })
}
