import { type ApiKeyScope, AppError, faultAt, scopeIncludes } from '@inlet/contract'
import type { Caller, RateVerdict } from '@inlet/core'
import type { ApiContext } from '../context.ts'
import { t } from '../trpc.ts'
import { addressBlock } from './address-block.ts'

const minuteMs = 60_000

/**
 * A procedure for API keys of at least `scope`: credential, then scope, then rate limit, all before the input is looked at,
 * so that a stranger hears 401 or 403 and never 400.
 */
export function integratorProcedure(scope: ApiKeyScope) {
  // One middleware for all three: each costs a request a copy of its context.
  return t.procedure.meta({ auth: { kind: 'apiKey', scope } }).use(async ({ ctx, next }) => {
    const caller = await authenticate(ctx)
    assertScope(caller, scope)
    await countCall(ctx, caller)
    return next({ ctx: { caller } })
  })
}

function assertScope(caller: Caller, scope: ApiKeyScope): void {
  if (scopeIncludes(caller.scope, scope)) return
  throw faultAt('FORBIDDEN', {
    path: '',
    code: 'insufficient_scope',
    message: `This needs an API key of scope ${scope}`,
  })
}

async function countCall(ctx: ApiContext, caller: Caller): Promise<void> {
  const verdict = await ctx.rateLimiter.take({
    bucket: `key:${caller.keyId}`,
    limit: ctx.limits.apiKeyRequestsPerMinute,
    windowMs: minuteMs,
    blockMax: 10,
  })
  applyVerdict(ctx, verdict)
}

async function authenticate(ctx: ApiContext): Promise<Caller> {
  const { request } = ctx
  try {
    if (request.apiKey === undefined) throw missingOrUnusable(request.authorization)
    const caller = await ctx.authenticate(request.apiKey)
    request.note({ keyId: caller.keyId, serviceId: caller.serviceId })
    return caller
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHORIZED') await countFailure(ctx)
    throw error
  }
}

function missingOrUnusable(authorization: string | undefined): AppError {
  if (authorization === undefined) {
    return faultAt('UNAUTHORIZED', { path: '', code: 'missing_credentials', message: 'Send an API key in X-API-Key' })
  }
  return faultAt('UNAUTHORIZED', {
    path: 'Authorization',
    code: 'invalid_token',
    message: 'This access token is not valid',
  })
}

async function countFailure(ctx: ApiContext): Promise<void> {
  const verdict = await ctx.rateLimiter.take({
    bucket: `auth:${addressBlock(ctx.request.clientIp)}`,
    limit: ctx.limits.failedCredentialsPerMinute,
    windowMs: minuteMs,
    blockMax: 1,
  })
  applyVerdict(ctx, verdict)
}

/** Says where the limit stands, on every limited answer. @throws TOO_MANY_REQUESTS `rate_limited` when it is used up */
function applyVerdict({ request }: ApiContext, verdict: RateVerdict): void {
  request.setHeader('X-RateLimit-Limit', verdict.limit)
  request.setHeader('X-RateLimit-Remaining', verdict.remaining)
  request.setHeader('X-RateLimit-Reset', verdict.resetsAt)
  if (verdict.isAllowed) return
  throw faultAt(
    'TOO_MANY_REQUESTS',
    { path: '', code: 'rate_limited', message: 'Too many requests: wait until the limit resets' },
    { retryAfterSeconds: verdict.retryAfterSeconds },
  )
}
