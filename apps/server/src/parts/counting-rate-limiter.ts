import type { RateLimiter } from '@inlet/core'
import type { AccessMetrics } from '@inlet/runtime'

/** A limiter that counts who was over which limit; a bucket names the limit, and behind a colon the party. */
export function countingRateLimiter(limiter: RateLimiter, metrics: Pick<AccessMetrics, 'limitHit'>): RateLimiter {
  return {
    async take(limit) {
      const verdict = await limiter.take(limit)
      if (!verdict.isAllowed) metrics.limitHit(limit.bucket.slice(0, limit.bucket.indexOf(':')))
      return verdict
    },
  }
}
