import { pause } from './abort.ts'
import { InletApiError, InletNetworkError } from './errors.ts'
import { now } from './real-time.ts'

const firstPauseMs = 250
const longestPauseMs = 8_000
/** Longer than the window of the server's rate limit. Who is asked to wait for more hears the error instead. */
const longestRetryAfterMs = 75_000
/** Clients that were refused at the same moment do not all come back at the same moment. */
const spread = 0.25

/** Of a proxy, or ours at a stop, while the database is away, or over a limit: the same call may work later. */
const passingStatuses = new Set([408, 429, 502, 503, 504])

interface Retrying {
  /** How many tries at most. */
  attempts?: number
  /** No try begins after this moment of `now()`. */
  endsAt?: number
  signal?: AbortSignal | undefined
  random?: () => number
  sleep?: typeof pause
}

/**
 * Repeats `work` while it fails for a passing reason: with exponential pauses, or after what `Retry-After` asks for.
 * @throws the last failure, or the reason of the signal
 */
export async function withRetries<T>(work: () => Promise<T>, how: Retrying): Promise<T> {
  const { attempts = Number.POSITIVE_INFINITY, endsAt = Number.POSITIVE_INFINITY, signal } = how
  const { random = Math.random, sleep = pause } = how
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const pauseMs = pauseAfter(error, attempt, random)
      if (pauseMs === null || attempt >= attempts || now() + pauseMs >= endsAt) throw error
      await sleep(pauseMs, signal)
    }
  }
}

/** How long to pause before the next try; null where the same call would fail again. */
function pauseAfter(error: unknown, attempt: number, random: () => number): number | null {
  if (!isPassing(error)) return null
  const asked = error instanceof InletApiError ? error.retryAfterMs : null
  if (asked !== null) return asked > longestRetryAfterMs ? null : asked * (1 + random() * spread)
  const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1))
  return ceiling * (0.5 + random() / 2)
}

/** Whether the same call may work later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof InletNetworkError) return true
  if (!(error instanceof InletApiError)) return false
  // The try before this one was cut, and the server still works on it.
  return passingStatuses.has(error.status) || error.details.some(({ code }) => code === 'idempotency_in_progress')
}

/** The milliseconds that a `Retry-After` asks for, in seconds or as a date; null where there is none. */
export function readRetryAfter(value: string | null, at = Date.now()): number | null {
  if (value === null) return null
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - at)
}
