import { AppError, rateLimitHeaders } from '@inlet/contract'
import type { ApiKeyCaller, RateLimit } from '@inlet/core'
import { addressBlock } from '@inlet/runtime'
import type { ApiContext } from '../procedure/context.ts'
import type { ClientRate } from '../procedure/meta.ts'

const minuteMs = 60_000

const failedCredentials: ClientRate = { bucket: 'auth', limit: 'failedCredentialsPerMinute', windowMs: minuteMs }

/** Counts a call of a key against its limit. @throws TOO_MANY_REQUESTS `rate_limited` */
export const countKeyCall = (ctx: ApiContext, { keyId }: ApiKeyCaller): Promise<void> =>
  count(ctx, { bucket: `key:${keyId}`, limit: ctx.limits.apiKeyRequestsPerMinute, windowMs: minuteMs, blockMax: 10 })

/** Counts a failed credential against the limit of its client. @throws TOO_MANY_REQUESTS `rate_limited` */
export const countFailedCredential = (ctx: ApiContext): Promise<void> => countForClient(ctx, failedCredentials)

/** Counts against a limit of the client's address. @throws TOO_MANY_REQUESTS `rate_limited` */
async function countForClient(ctx: ApiContext, { bucket, limit, windowMs }: ClientRate): Promise<void> {
  const client = addressBlock(ctx.request.clientIp)
  await count(ctx, { bucket: `${bucket}:${client}`, limit: ctx.limits[limit], windowMs, blockMax: 1 })
}

/** Counts against a limit, and sets the headers of every limited response. */
async function count({ rateLimiter, request }: ApiContext, rate: RateLimit): Promise<void> {
  const verdict = await rateLimiter.take(rate)
  for (const [name, value] of Object.entries(rateLimitHeaders(verdict))) request.setHeader(name, value)
  if (verdict.isAllowed) return
  throw AppError.of('rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
}
