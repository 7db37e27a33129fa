/** A day in milliseconds, and in the seconds of a TTL index. */
export const dayMs = 86_400_000
export const daySeconds = dayMs / 1000
