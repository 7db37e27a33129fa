import { hourMs } from '@inlet/contract'

const minuteMs = 60_000

/** From one attempt to the next (contract, section 10): the first attempt is made at once, and the eighth is the last. */
const retryDelaysMs = [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs]

/** A receiver may ask for more time, but not for more than this. */
const longestRetryAfterMs = hourMs

/** Webhooks that failed together are not tried together: a fifth less to a fifth more. */
const jitter = 0.2

/**
 * How long to wait after the `failedInRow`th failed attempt in a row; null after the last. `retryAfterMs` is what the receiver asked for,
 * at least; `random` is at least 0 and below 1.
 */
export function retryDelayMs(
  failedInRow: number,
  { random, retryAfterMs }: { random: number; retryAfterMs: number | null },
): number | null {
  const delay = retryDelaysMs[failedInRow - 1]
  if (delay === undefined) return null
  const jittered = delay * (1 - jitter + 2 * jitter * random)
  return Math.max(Math.round(jittered), Math.min(retryAfterMs ?? 0, longestRetryAfterMs))
}
