/** Where a limit stands. */
interface Standing {
  limit: number
  remaining: number
  /** When the window ends, in Unix seconds. */
  resetsAt: number
}

/** The headers of every answer that a limit was asked for (specification section 8). */
export function rateLimitHeaders({ limit, remaining, resetsAt }: Standing): Record<string, number> {
  return { 'X-RateLimit-Limit': limit, 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': resetsAt }
}
