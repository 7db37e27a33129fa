import { faultAt, rateLimitHeaders } from '@inlet/contract'
import type { ApiKeyCaller, RateVerdict } from '@inlet/core'
import { addressBlock } from '@inlet/runtime'
import type { ApiContext } from '../context.ts'

const minuteMs = 60_000

/** Counts a call of a key against its limit. @throws TOO_MANY_REQUESTS `rate_limited` */
export async function countCall(ctx: ApiContext, caller: ApiKeyCaller): Promise<void> {
  const verdict = await ctx.rateLimiter.take({
    bucket: `key:${caller.keyId}`,
    limit: ctx.limits.apiKeyRequestsPerMinute,
    windowMs: minuteMs,
    blockMax: 10,
  })
  applyVerdict(ctx, verdict)
}

/** Counts a credential that was none against the limit of its client. @throws TOO_MANY_REQUESTS `rate_limited` */
export async function countFailedCredential(ctx: ApiContext): Promise<void> {
  const verdict = await ctx.rateLimiter.take({
    bucket: `auth:${addressBlock(ctx.request.clientIp)}`,
    limit: ctx.limits.failedCredentialsPerMinute,
    windowMs: minuteMs,
    blockMax: 1,
  })
  applyVerdict(ctx, verdict)
}

/** Says where the limit stands, on every limited answer. */
function applyVerdict({ request }: ApiContext, verdict: RateVerdict): void {
  for (const [name, value] of Object.entries(rateLimitHeaders(verdict))) request.setHeader(name, value)
  if (verdict.isAllowed) return
  throw faultAt(
    'TOO_MANY_REQUESTS',
    { path: '', code: 'rate_limited', message: 'Too many requests: wait until the limit resets' },
    { retryAfterSeconds: verdict.retryAfterSeconds },
  )
}
