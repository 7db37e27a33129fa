/** A client's own `X-Request-Id` is kept only in this format. */
export const requestIdPattern = /^[A-Za-z0-9._:-]{1,128}$/

/** The state of a rate limit. */
interface RateLimitState {
  limit: number
  remaining: number
  /** When the window ends, in Unix seconds. */
  resetsAt: number
}

/** The headers of every response that counted against a limit (specification section 8). */
export function rateLimitHeaders({ limit, remaining, resetsAt }: RateLimitState): Record<string, number> {
  return { 'X-RateLimit-Limit': limit, 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': resetsAt }
}
