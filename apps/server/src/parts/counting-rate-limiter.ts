import type { RateLimiter } from '@inlet/core'
import type { AccessMetrics } from '@inlet/runtime'

/** A rate limiter that counts refusals by limit. A bucket is the name of the limit, a colon, and the caller or client. */
export function countingRateLimiter(limiter: RateLimiter, metrics: Pick<AccessMetrics, 'limitHit'>): RateLimiter {
  return {
    async take(limit) {
      const verdict = await limiter.take(limit)
      if (!verdict.isAllowed) metrics.limitHit(nameOf(limit))
      return verdict
    },
    async reserve(limit) {
      const reservation = await limiter.reserve(limit)
      if (!reservation.verdict.isAllowed) metrics.limitHit(nameOf(limit))
      return reservation
    },
  }
}

const nameOf = ({ bucket }: { bucket: string }) => bucket.slice(0, bucket.indexOf(':'))
